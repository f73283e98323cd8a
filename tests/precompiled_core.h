#pragma once
// Headers that almost every test of the core includes.

#include "tests/support/test_program.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>
