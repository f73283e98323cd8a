#pragma once
// Headers that almost every test of the window includes.

#include "ui/precompiled.h"

#include <QtTest>
#include <QtWidgets>
