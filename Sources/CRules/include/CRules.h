#pragma once
#include <stddef.h>
#include <stdint.h>
#include "CRulesLayouts.h"
#include "CRulesMerchants.h"
