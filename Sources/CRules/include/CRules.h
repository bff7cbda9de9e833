#pragma once
#include <stddef.h>
#include <stdint.h>
#include "CRulesLayouts.h"
#if __has_include("CRulesLayouts.h")
#include "CRulesLayouts.h"
#endif
#include "CRulesMerchants.h"
