#include "ui/pages/report_page.h"

#include "ui/report/report_notes.h"
#include "ui/report/report_pages.h"
#include "ui/report/report_preview.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/segmented_switch.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kChoicesWidth = 268;
constexpr int kDelayMs = 200; ///< while somebody types
constexpr auto kAuthorKey = "report/author";
constexpr auto kPaperKey = "report/paper";
constexpr auto kLeftOutKey = "report/left_out";

QString titleOf(ReportChapter chapter) {
    const std::string_view title = chapterTitle(chapter);
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

PaperSize paperOf(int segment) {
    return segment == 0 ? PaperSize::A4 : PaperSize::Letter;
}

} // namespace

ReportPage::ReportPage(ComparisonSession* session, ViewState* /*state*/, QWidget* parent)
    : PageWidget(Page::Report, parent), m_session(session), m_title(new QLineEdit(this)),
      m_author(new QLineEdit(this)),
      m_paper(new SegmentedSwitch({QStringLiteral("A4"), QStringLiteral("Letter")}, this)),
      m_preview(new ReportPreview(this)), m_pageNumber(makeLabel(TextRole::Caption, {}, this)),
      m_delay(new QTimer(this)), m_runner(std::make_unique<JobRunner>(*this)) {
    m_delay->setSingleShot(true);
    m_delay->setInterval(kDelayMs);
    connect(m_delay, &QTimer::timeout, this, &ReportPage::layOut);
    QWidget* const choices = makeChoices();
    readSettings();
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(choices);
    row->addWidget(m_preview, 1);
    connect(m_title, &QLineEdit::textChanged, this, &ReportPage::layOutSoon);
    connect(m_author, &QLineEdit::textChanged, this, &ReportPage::layOutSoon);
    connect(m_paper, &SegmentedSwitch::chosen, this, &ReportPage::layOut);
    connect(&m_session->notes(), &Notes::changed, this, &ReportPage::layOutSoon);
    connect(m_preview, &ReportPreview::currentPageChanged, this, &ReportPage::showPageNumber);
}

ReportPage::~ReportPage() {
    m_job.cancel.cancel();
}

QWidget* ReportPage::makeChoices() {
    auto* const content = new QWidget(this);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(metrics::kMargin, metrics::kDockMargin, metrics::kMargin,
                               metrics::kDockMargin);
    column->setSpacing(metrics::kUnit);
    column->addWidget(makeLabel(TextRole::Title, QStringLiteral("Report"), content));
    column->addWidget(m_pageNumber);
    const auto addField = [&](const QString& name, QWidget* field) {
        column->addSpacing(metrics::kUnit * 2);
        QLabel* const label = makeLabel(TextRole::Header, name, content);
        label->setBuddy(field);
        column->addWidget(label);
        column->addWidget(field);
        field->setAccessibleName(name);
    };
    m_title->setObjectName(QStringLiteral("reportTitle"));
    m_author->setObjectName(QStringLiteral("reportAuthor"));
    addField(QStringLiteral("Title"), m_title);
    addField(QStringLiteral("Author"), m_author);
    addField(QStringLiteral("Paper"), m_paper);
    column->addSpacing(metrics::kUnit * 2);
    column->addWidget(makeLabel(TextRole::Header, QStringLiteral("Chapters"), content));
    for (const ReportChapter chapter : reportChapters()) {
        auto* const box = new QCheckBox(titleOf(chapter), content);
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &ReportPage::layOutSoon);
        column->addWidget(box);
        m_chapters.emplace_back(chapter, box);
    }
    column->addSpacing(metrics::kUnit * 2);
    column->addWidget(makeLabel(TextRole::Header, QStringLiteral("Export"), content));
    column->addLayout(makeExportButtons(content));
    QLabel* const remark = makeLabel(
        TextRole::Caption,
        QStringLiteral("CSV and JSON hold every row, whatever chapters are chosen; so does the workbook, "
                       "but of very many kernels only the longest."),
        content);
    remark->setWordWrap(true);
    column->addWidget(remark);
    column->addStretch(1);
    auto* const area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFixedWidth(kChoicesWidth);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

/// Two in a row: all of them are in sight in a small window, too.
QGridLayout* ReportPage::makeExportButtons(QWidget* parent) {
    auto* const grid = new QGridLayout;
    grid->setSpacing(metrics::kUnit);
    const auto add = [&](const QString& text, const QString& what, const char* name,
                         void (ReportPage::*request)()) {
        auto* const button = new QPushButton(text, parent);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(what);
        button->setToolTip(what);
        connect(button, &QPushButton::clicked, this, request);
        grid->addWidget(button, grid->count() / 2, grid->count() % 2);
        return button;
    };
    add(QStringLiteral("PDF…"), QStringLiteral("Export PDF"), "exportPdf", &ReportPage::pdfRequested)
        ->setDefault(true);
    add(QStringLiteral("Excel…"), QStringLiteral("Export Excel workbook"), "exportXlsx",
        &ReportPage::xlsxRequested);
    add(QStringLiteral("CSV…"), QStringLiteral("Export CSV tables"), "exportCsv", &ReportPage::csvRequested);
    add(QStringLiteral("JSON…"), QStringLiteral("Export JSON"), "exportJson", &ReportPage::jsonRequested);
    return grid;
}

PdfOptions ReportPage::options() const {
    PdfOptions options;
    options.size = paperOf(m_paper->current());
    options.created = reportDate();
    options.content.title = m_title->text().trimmed().toStdString();
    options.content.author = m_author->text().trimmed().toStdString();
    options.content.notes = reportNotes(m_session->notes().all());
    options.content.chapters.clear();
    for (const auto& [chapter, box] : m_chapters) {
        if (box->isChecked()) {
            options.content.chapters.push_back(chapter);
        }
    }
    return options;
}

void ReportPage::showComparison() {
    if (comparison()) {
        m_title->setPlaceholderText(QString::fromStdString(proposedReportTitle(*comparison())));
    }
    layOut();
}

void ReportPage::readSettings() {
    const QSettings settings;
    m_author->setText(settings.value(QLatin1String(kAuthorKey)).toString());
    m_paper->setCurrent(settings.value(QLatin1String(kPaperKey)).toString() == QLatin1String("Letter") ? 1
                                                                                                       : 0);
    const QStringList leftOut = settings.value(QLatin1String(kLeftOutKey)).toStringList();
    for (const auto& [chapter, box] : m_chapters) {
        box->setChecked(!leftOut.contains(titleOf(chapter)));
    }
}

void ReportPage::saveSettings() const {
    QSettings settings;
    settings.setValue(QLatin1String(kAuthorKey), m_author->text());
    settings.setValue(QLatin1String(kPaperKey),
                      m_paper->current() == 0 ? QStringLiteral("A4") : QStringLiteral("Letter"));
    QStringList leftOut;
    for (const auto& [chapter, box] : m_chapters) {
        if (!box->isChecked()) {
            leftOut.append(titleOf(chapter));
        }
    }
    settings.setValue(QLatin1String(kLeftOutKey), leftOut);
}

void ReportPage::showEvent(QShowEvent* event) {
    PageWidget::showEvent(event);
    if (m_isOutdated) {
        layOut();
    }
}

void ReportPage::layOutSoon() {
    m_isOutdated = true;
    if (isVisible()) {
        m_delay->start();
    }
}

void ReportPage::layOut() {
    m_delay->stop();
    m_isOutdated = false;
    m_job.cancel.cancel();
    if (!comparison()) {
        m_job = {};
        m_pages.reset();
        m_preview->setDocument(nullptr);
        return;
    }
    saveSettings();
    m_job = m_runner->start(
        [comparison = comparison(), options = options()](const CancelToken& cancel, const ProgressSink&) {
            const ReportDocument document = makeReport(*comparison, options.content);
            return std::make_shared<const PaperDocument>(
                layOutReport(document, {options.size, printedDate(options.created)}, cancel));
        },
        [this](JobNumber number, const std::shared_ptr<const PaperDocument>& pages) {
            takePages(number, pages);
        });
}

void ReportPage::takePages(JobNumber number, std::shared_ptr<const PaperDocument> pages) {
    if (number != m_job.number) {
        return; // a newer wish is under way
    }
    m_job = {};
    m_pages = std::move(pages);
    m_preview->setDocument(m_pages);
}

void ReportPage::showPageNumber() {
    m_pageNumber->setText(
        m_preview->pageCount() == 0
            ? QString()
            : QStringLiteral("Page %1 of %2").arg(m_preview->currentPage() + 1).arg(m_preview->pageCount()));
}

} // namespace diptych
