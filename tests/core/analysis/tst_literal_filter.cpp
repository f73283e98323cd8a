// What a pattern needs at least, and that the filter never hides a match.

#include "core/analysis/literal_filter.h"

#include "core/analysis/pattern.h"
#include "core/analysis/rule_table.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace diptych;

class TestLiteralFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void literalsAreFound_data();
    void literalsAreFound();
    void candidatesOverlap();
    void noMatchIsHidden();
};

void TestLiteralFilter::literalsAreFound_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("needed"); // joined by spaces; "-" for nothing known
    QTest::newRow("plain") << "GEMM"
                           << "gemm";
    QTest::newRow("longest run") << "ab.*cdef"
                                 << "cdef";
    QTest::newRow("alternatives") << "foo|bar_x"
                                  << "foo bar_x";
    QTest::newRow("optional byte") << "all_?reduce"
                                   << "reduce";
    QTest::newRow("optional first") << "x?gemm"
                                    << "gemm";
    QTest::newRow("repeated byte") << "ab+cd"
                                   << "ab";
    QTest::newRow("group") << "(rms|layer)_norm\\d"
                           << "_norm";
    QTest::newRow("group is best") << "(attention|attn_fwd)\\w*x"
                                   << "attention attn_fwd";
    QTest::newRow("optional group") << "(foo_bar)?baz"
                                    << "baz";
    QTest::newRow("empty alternative") << "(foo|)"
                                       << "-";
    QTest::newRow("nothing needed") << "\\w+"
                                    << "-";
    QTest::newRow("one needs nothing") << "gemm|.*"
                                       << "-";
    QTest::newRow("class") << "[gh]emm[^]a]x"
                           << "emm";
    QTest::newRow("lookahead") << "foo(?!barbar)"
                               << "foo";
    QTest::newRow("lookbehind") << "(?<!barbar)foo"
                                << "foo";
    QTest::newRow("lookahead that is met") << "(?=foobar)foo"
                                           << "foo";
    QTest::newRow("named group") << "(?<name>abc)d"
                                 << "abc";
    QTest::newRow("escape") << "\\(bool\\)1"
                            << "(bool)1";
    QTest::newRow("counted") << "(abc){2}d"
                             << "abc";
    QTest::newRow("counted from none") << "(abc){0,2}de"
                                       << "de";
    QTest::newRow("literal brace") << "a{x"
                                   << "-";
    QTest::newRow("inline option") << "(?x)a b"
                                   << "-";
    QTest::newRow("quoted") << "\\Qa.b\\E"
                            << "-";
    QTest::newRow("hexadecimal") << "\\x41bc"
                                 << "-";
    QTest::newRow("back reference") << "(ab)\\1"
                                    << "-";
    QTest::newRow("conditional") << "(?(1)ab|cd)"
                                 << "-";
    QTest::newRow("verb") << "(*ACCEPT)abc"
                          << "-";
    QTest::newRow("posix class") << "[[:alpha:]]abc"
                                 << "-";
    QTest::newRow("unbalanced") << "abc)"
                                << "-";
}

void TestLiteralFilter::literalsAreFound() {
    QFETCH(const QString, pattern);
    QFETCH(const QString, needed);
    QStringList found;
    if (const auto literals = requiredLiterals(pattern.toStdString())) {
        for (const std::string& literal : *literals) {
            found << QString::fromStdString(literal);
        }
    } else {
        found << "-";
    }
    QCOMPARE(found.join(' '), needed);
}

void TestLiteralFilter::candidatesOverlap() {
    const LiteralFilter filter({"she", "he", "hers", "his", "\\d", "shed"});
    using Indices = std::vector<std::uint32_t>;
    QCOMPARE(filter.candidates("uSHErs"), (Indices{0, 1, 2, 4}));
    QCOMPARE(filter.candidates("shshed"), (Indices{0, 1, 4, 5}));
    QCOMPARE(filter.candidates("hi\xff\x00is"), (Indices{4}));
    QCOMPARE(filter.candidates(""), (Indices{4}));
}

void TestLiteralFilter::noMatchIsHidden() {
    // Every default pattern against texts made of every pattern's own words: a match must be among the
    // candidates.
    std::vector<std::string_view> texts;
    std::vector<Pattern> patterns;
    for (const Rule& rule : defaultRules().rules) {
        texts.push_back(rule.pattern);
        Result<Pattern> pattern = Pattern::compile(rule.pattern);
        QVERIFY(pattern.isOk());
        patterns.push_back(std::move(pattern).value());
    }
    const LiteralFilter filter(texts);
    std::size_t matches = 0;
    for (const std::string_view text : texts) {
        std::string name(text);
        std::replace_if(
            name.begin(), name.end(),
            [](char c) { return std::string_view("\\()?*+^$[]").find(c) != std::string_view::npos; }, '_');
        const std::vector<std::uint32_t> candidates = filter.candidates(name);
        for (std::size_t index = 0; index < patterns.size(); ++index) {
            if (patterns[index].search(name) == MatchOutcome::Match) {
                ++matches;
                QVERIFY2(std::find(candidates.begin(), candidates.end(), index) != candidates.end(),
                         name.c_str());
            }
        }
    }
    QVERIFY(matches > texts.size());
}

DIPTYCH_TEST(TestLiteralFilter)
#include "tst_literal_filter.moc"
