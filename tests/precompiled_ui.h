#pragma once
// Headers that almost every test of the window includes.

#include "ui/precompiled.h"

#include "tests/support/test_program.h"

#include <QSignalSpy>
