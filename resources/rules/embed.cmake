# cmake -DINPUT=default_rules.json -DOUTPUT=default_rules_text.cpp -P embed.cmake
# Writes a source file that holds the text of INPUT, so that the core needs no file beside the program.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(('[^']*',){20})" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"core/analysis/default_rules_text.h\"

namespace {

constexpr char kText[] = {
${bytes}
'\\0'};

} // namespace

std::string_view diptych::defaultRulesText() { return {kText, sizeof kText - 1}; }
")
