#include "CRules.h"
