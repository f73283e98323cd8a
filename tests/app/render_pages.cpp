// Renders every page of the window into PNG files, to be looked at beside the mock-ups:
//
//     render_pages [--out DIR] [--scale FACTOR] [--size WIDTHxHEIGHT]... [--theme light|dark]... [A B]
//
// Without files it takes the sample comparison. Runs on the offscreen platform, with the preferred fonts of
// the window.

#include "app/actions.h"
#include "app/find_box.h"
#include "app/help_window.h"
#include "app/main_window.h"
#include "app/page_registry.h"
#include "app/sample_files.h"
#include "app/settings.h"
#include "ui/dialogs/notes_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/rule_model.h"
#include "ui/dialogs/rules_dialog.h"
#include "ui/pages/report_page.h"
#include "ui/session/comparison_session.h"
#include "ui/session/session_file.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>

#include <thread>

using namespace diptych;

namespace {

constexpr int kPatience = 600'000; // ms, for traces of gigabytes

struct Picture {
    QSize size;
    ThemeChoice theme;
};

class Renderer {
public:
    Renderer(QString folder, QString suffix) : m_folder(std::move(folder)), m_suffix(std::move(suffix)) {}

    void grab(QWidget& window, const QString& name, const Picture& picture) const {
        window.resize(picture.size);
        QTest::qWait(50);
        grabAlone(window, name, picture);
    }

    /// In the size that it has.
    void grabAlone(QWidget& window, const QString& name, const Picture& picture) const {
        const QString theme =
            picture.theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light");
        const QString file = QStringLiteral("%1/%2_%3_%4x%5%6.png")
                                 .arg(m_folder, name, theme)
                                 .arg(picture.size.width())
                                 .arg(picture.size.height())
                                 .arg(m_suffix);
        if (window.grab().save(file)) {
            QTextStream(stdout) << file << '\n';
        }
    }

private:
    QString m_folder;
    QString m_suffix;
};

/// Loads that stand still in the middle, and one that fails.
SessionBackend stillBackend() {
    SessionBackend backend = coreBackend();
    backend.readFirstFacts = [](const std::string& path) -> Result<FirstFacts> {
        const bool isAmd = path.find("mi300x") != std::string::npos;
        FirstFacts facts;
        facts.fileBytes = isAmd ? 1'840'000'000 : 1'520'000'000;
        facts.compression = "gzip";
        facts.hasStacks = true;
        facts.metadata.gpu = isAmd ? "AMD Instinct MI300X" : "NVIDIA H100 SXM5 80 GB";
        facts.metadata.runtimeVersion = isAmd ? "ROCm 6.3" : "CUDA 12.6";
        facts.metadata.torchVersion = "2.6";
        facts.metadata.rank = 0;
        facts.metadata.worldSize = 2;
        return facts;
    };
    backend.loadTrace = [](const std::string& path, const LoadOptions&, const CancelToken& cancel,
                           const ProgressSink& sink) -> Result<std::shared_ptr<const Trace>> {
        if (path.find("broken") != std::string::npos) {
            return Error{ErrorCode::NotJson, path, 1'048'603,
                         "The text is not JSON: a stray quote ends it early",
                         "Record the trace again, or choose another file"};
        }
        const bool isAmd = path.find("mi300x") != std::string::npos;
        sink(Progress{Stage::ReadEvents, isAmd ? 1'310'000'000ULL : 580'000'000ULL,
                      isAmd ? 1'840'000'000ULL : 1'520'000'000ULL, isAmd ? 3'912'000ULL : 1'700'000ULL,
                      isAmd ? 8'742ULL : 3'106ULL});
        while (!cancel.isCancelled()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return Error{ErrorCode::Cancelled, path, {}, "Cancelled", {}};
    };
    return backend;
}

/// The oldest first, as they were opened.
std::vector<RecentComparison> someRecents() {
    const QDateTime now = QDateTime::currentDateTime();
    const auto recent = [&](const char* gpuA, const char* fileA, const char* gpuB, const char* fileB,
                            double ratio, qint64 hours) {
        return RecentComparison{{{QLatin1String("/traces/") + QLatin1String(fileA), QLatin1String(gpuA)},
                                 {QLatin1String("/traces/") + QLatin1String(fileB), QLatin1String(gpuB)}},
                                ratio,
                                now.addSecs(-3600 * hours)};
    };
    return {recent("", "resnet.json", "AMD Instinct MI300X",
                   "a_trace_with_a_very_long_name_that_does_not_fit_any_column_of_the_table.pt.trace.json.gz",
                   0.85, 96),
            recent("NVIDIA H100 80GB HBM3", "qwen2-7b_eager.json.gz", "NVIDIA H100 80GB HBM3",
                   "qwen2-7b_compiled.json.gz", 1.41, 26),
            recent("AMD Instinct MI300X", "qwen2-7b_mi300x_tp2.json.gz", "NVIDIA H100 80GB HBM3",
                   "qwen2-7b_h100_tp2.json.gz", 1.83, 0)};
}

QString touch(const QDir& folder, const QString& name) {
    QFile file(folder.filePath(name));
    file.open(QIODevice::WriteOnly);
    return file.fileName();
}

void renderStart(const Renderer& renderer, const Picture& picture, Theme& theme) {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    ComparisonSession session(stillBackend());
    ViewState state;
    for (const RecentComparison& recent : someRecents()) {
        settings.addRecent(recent);
    }
    MainWindow window(&session, &state, &settings, &theme);
    window.show();
    renderer.grab(window, QStringLiteral("01_welcome"), picture);
    const QDir place(folder.path());
    window.openFile(Side::A, touch(place, QStringLiteral("qwen2-7b_mi300x_tp2.json.gz")));
    QTest::qWait(700);
    renderer.grab(window, QStringLiteral("02_loading_one"), picture);
    window.openFile(Side::B, touch(place, QStringLiteral("qwen2-7b_h100_tp2.json.gz")));
    QTest::qWait(900);
    renderer.grab(window, QStringLiteral("02_loading_both"), picture);
    session.cancel(Side::A);
    window.openFile(Side::B, touch(place, QStringLiteral("broken_h100_trace.json.gz")));
    QTest::qWait(200);
    renderer.grab(window, QStringLiteral("02_loading_failed"), picture);
}

/// The pages on which a pair is chosen, with the dearest pair of both sides beside them.
void renderPair(const Renderer& renderer, const Picture& picture, MainWindow& window, ViewState& state,
                const Comparison& comparison) {
    const KernelPair* dearest = nullptr;
    for (const KernelPair& pair : comparison.pairs) {
        if (pair.presence() == Presence::Both && (!dearest || pair.gapNs > dearest->gapNs)) {
            dearest = &pair;
        }
    }
    if (!dearest) {
        return;
    }
    state.setLayer(QString::fromStdString(dearest->layer));
    state.setPair(QString::fromStdString(dearest->id));
    for (const PageEntry& entry : pageEntries()) {
        if (entry.page == Page::Layers || entry.page == Page::Operations || entry.page == Page::Modules) {
            state.setPage(entry.page);
            QTest::qWait(200);
            renderer.grab(window, QStringLiteral("pair_on_") + entry.title.toLower(), picture);
        }
    }
}

/// The page of the report is done once its preview is.
void waitForPage(MainWindow& window, Page page) {
    QTest::qWait(200);
    const auto* const report = page == Page::Report ? window.findChild<ReportPage*>() : nullptr;
    if (report) {
        (void)QTest::qWaitFor([report] { return report->shownPages() != nullptr; }, kPatience);
    }
}

/// A session whose trace of B is gone.
void renderMissingTrace(const Renderer& renderer, const Picture& picture, Theme& theme) {
    QTemporaryDir folder;
    const QDir place(folder.path());
    Settings settings(place.filePath(QStringLiteral("settings.ini")));
    ComparisonSession session(stillBackend());
    ViewState state;
    MainWindow window(&session, &state, &settings, &theme);
    window.show();
    SessionContent content;
    content.traces.a = sessionTraceOf(touch(place, QStringLiteral("qwen2-7b_mi300x_tp2.json.gz")));
    content.traces.b.absolutePath = QStringLiteral("/traces/2026-11/qwen2-7b_h100_tp2.json.gz");
    const QString file = place.filePath(QStringLiteral("qwen2.diptych"));
    if (!writeSession(content, file)) {
        window.openSession(file);
    }
    renderer.grab(window, QStringLiteral("02_trace_is_missing"), picture);
}

void renderFind(const Renderer& renderer, const Picture& picture, MainWindow& window) {
    window.actions().find->trigger();
    auto* const box = window.findChild<FindBox*>();
    for (const auto& [name, text] : {std::pair("found", "attn"), std::pair("found_nothing", "zzz")}) {
        box->setText(QLatin1String(text));
        renderer.grab(window, QStringLiteral("find_") + QLatin1String(name), picture);
    }
    box->clear();
}

/// One rule that can be used and one that cannot, at the top of the table.
void renderRules(const Renderer& renderer, const Picture& picture, MainWindow& window) {
    window.actions().editRules->trigger();
    auto* const dialog = window.findChild<RulesDialog*>();
    const auto grab = [&](const QString& name) {
        (void)QTest::qWaitFor([dialog] { return !dialog->isPreviewing(); }, kPatience);
        QTest::qWait(50);
        renderer.grabAlone(*dialog, name, picture);
    };
    grab(QStringLiteral("dialog_rules"));
    RuleModel& model = *dialog->model();
    const auto addRule = [&model](const char* operation, const char* category, const char* pattern) {
        model.insertRule(0);
        for (const auto& [column, text] :
             {std::pair(RuleModel::OperationColumn, operation),
              std::pair(RuleModel::CategoryColumn, category), std::pair(RuleModel::PatternColumn, pattern)}) {
            model.setData(model.index(0, column), QLatin1String(text), Qt::EditRole);
        }
    };
    addRule("Our GEMM", "gemm", "gemm|Cijk");
    grab(QStringLiteral("dialog_rules_changed"));
    addRule("Broken", "gemm", "(");
    grab(QStringLiteral("dialog_rules_broken"));
    dialog->resetToDefaults();
    dialog->close();
}

void renderDialogs(const Renderer& renderer, const Picture& picture, MainWindow& window) {
    window.actions().editNotes->trigger();
    auto* const notes = window.findChild<NotesDialog*>();
    QTest::qWait(50);
    renderer.grabAlone(*notes, QStringLiteral("dialog_notes"), picture);
    notes->close();
    window.actions().editPreferences->trigger();
    auto* const preferences = window.findChild<PreferencesDialog*>();
    auto* const tabs = preferences->findChild<QTabWidget*>();
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(50);
        renderer.grabAlone(*preferences, QStringLiteral("dialog_preferences_%1").arg(tab + 1), picture);
    }
    preferences->reject();
    window.actions().about->trigger();
    auto* const about = window.findChild<QMessageBox*>();
    QTest::qWait(50);
    renderer.grabAlone(*about, QStringLiteral("dialog_about"), picture);
    about->close();
    renderRules(renderer, picture, window);
}

void renderSelection(const Renderer& renderer, const Picture& picture, MainWindow& window) {
    auto* const button = window.findChild<QPushButton*>(QStringLiteral("stripSelection"));
    auto* const panel = window.findChild<QWidget*>(QStringLiteral("selectionPanel"));
    if (button && panel) {
        button->click();
        renderer.grab(window, QStringLiteral("selection_panel"), picture);
        panel->close();
    }
}

/// The pages of figures once more, in all.
void renderTotals(const Renderer& renderer, const Picture& picture, MainWindow& window, ViewState& state) {
    state.setPerStep(false);
    for (const auto& [page, name] :
         {std::pair(Page::Summary, "summary"), std::pair(Page::Layers, "layers"),
          std::pair(Page::Operations, "operations"), std::pair(Page::SameKernels, "same_kernels"),
          std::pair(Page::Fusion, "fusion"), std::pair(Page::LaunchCounts, "launch_counts"),
          std::pair(Page::Budget, "budget"), std::pair(Page::Modules, "modules")}) {
        state.setPage(page);
        QTest::qWait(200);
        renderer.grab(window, QStringLiteral("total_on_") + QLatin1String(name), picture);
    }
    state.setPerStep(true);
}

bool renderComparison(const Renderer& renderer, const Picture& picture, Theme& theme, const QString& a,
                      const QString& b) {
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    ComparisonSession session;
    ViewState state;
    MainWindow window(&session, &state, &settings, &theme);
    window.show();
    window.openFiles(a, b);
    const bool isReady =
        QTest::qWaitFor([&] { return session.comparison() && !session.isComparing(); }, kPatience);
    if (!isReady) {
        return false;
    }
    int number = 3;
    for (const PageEntry& entry : pageEntries()) {
        state.setPage(entry.page);
        waitForPage(window, entry.page);
        renderer.grab(window,
                      QStringLiteral("%1_%2")
                          .arg(number++, 2, 10, QLatin1Char('0'))
                          .arg(entry.title.toLower().replace(QLatin1Char(' '), QLatin1Char('_'))),
                      picture);
    }
    renderTotals(renderer, picture, window, state);
    renderSelection(renderer, picture, window);
    renderPair(renderer, picture, window, state, *session.comparison());
    renderFind(renderer, picture, window);
    session.notes().write({NotePlace(), QStringLiteral("Both traces are of the image of last Friday."), {}});
    session.notes().write({{NoteTarget::Pair, state.pair()},
                           QStringLiteral("Tuned for M = 64 on A only.\nAsk for the new heuristics."),
                           {}});
    renderDialogs(renderer, picture, window);
    return true;
}

void renderGuide(const Renderer& renderer, const Picture& picture) {
    HelpWindow window;
    window.show();
    int letter = 'a';
    for (const HelpTopic topic : {HelpTopic::Guide, HelpTopic::Diagnostics, HelpTopic::Semantics,
                                  HelpTopic::Alignment, HelpTopic::Tools}) {
        window.showTopic(topic);
        renderer.grab(window, QStringLiteral("20%1_guide").arg(QLatin1Char(static_cast<char>(letter++))),
                      picture);
    }
}

std::vector<Picture> picturesOf(const QStringList& sizes, const QStringList& themes) {
    std::vector<Picture> pictures;
    for (const QString& size : sizes) {
        const QStringList sides = size.split(QLatin1Char('x'));
        for (const QString& theme : themes) {
            pictures.push_back({QSize(sides.value(0).toInt(), sides.value(1).toInt()),
                                theme == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::Light});
        }
    }
    return pictures;
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    for (int i = 1; i + 1 < argc; ++i) { // must stand before the application is made
        if (qstrcmp(argv[i], "--scale") == 0) {
            qputenv("QT_SCALE_FACTOR", argv[i + 1]);
        }
    }
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOption({QStringLiteral("out"), QStringLiteral("Folder for the pictures."),
                      QStringLiteral("folder"), QStringLiteral("pages")});
    parser.addOption(
        {QStringLiteral("scale"), QStringLiteral("Device pixel ratio."), QStringLiteral("factor")});
    parser.addOption({QStringLiteral("size"), QStringLiteral("Size of the window."), QStringLiteral("size")});
    parser.addOption({QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("theme")});
    parser.process(application);

    QStringList sizes = parser.values(QStringLiteral("size"));
    QStringList themes = parser.values(QStringLiteral("theme"));
    if (sizes.isEmpty()) {
        sizes = {QStringLiteral("1440x900"), QStringLiteral("1100x700")};
    }
    if (themes.isEmpty()) {
        themes = {QStringLiteral("light"), QStringLiteral("dark")};
    }
    QStringList files = parser.positionalArguments();
    if (files.size() < 2) {
        if (const auto sample = findSample()) {
            files = {sample->a, sample->b};
        }
    }
    const QString folder = parser.value(QStringLiteral("out"));
    QDir().mkpath(folder);
    const QString scale = parser.value(QStringLiteral("scale"));
    const bool isScaled = !scale.isEmpty() && scale != QLatin1String("1");
    const Renderer renderer(folder, isScaled ? QStringLiteral("@%1").arg(scale) : QString());
    Theme theme(application);
    for (const Picture& picture : picturesOf(sizes, themes)) {
        theme.choose(picture.theme);
        renderStart(renderer, picture, theme);
        renderMissingTrace(renderer, picture, theme);
        renderGuide(renderer, picture);
        if (files.size() >= 2 && !renderComparison(renderer, picture, theme, files[0], files[1])) {
            QTextStream(stderr) << "render_pages: the traces cannot be compared\n";
            return 1;
        }
    }
    return 0;
}
