#pragma once
// The start of the window.

namespace diptych {

/// Shows the window with the traces named on the command line (A and B, both optional) and runs until it is
/// closed. Returns the exit status. Options other than files are the caller's and are passed over.
int runWindow(int argc, char** argv);

} // namespace diptych
