#pragma once
#include <stddef.h>
#include <stdint.h>
#include "CRulesHeadings.h"
#include "CRulesLayouts.h"
#include "CRulesMerchants.h"
#include "CRulesQuickText.h"
#include "CRulesWords.h"
