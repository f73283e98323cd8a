#include "ui/pages/welcome_views.h"

#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QGridLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

namespace diptych {

namespace {

constexpr int kFactLabelWidth = 108;
constexpr int kFactRowHeight = 25;
constexpr int kLoadingFactRowHeight = 23;
constexpr int kStageRowHeight = 26;
constexpr int kStageMarkSize = 8;
constexpr std::size_t kSalvageLines = 3;

QPushButton* makeWelcomeButton(const QString& text, QWidget* parent) {
    auto* const button = new QPushButton(text, parent);
    button->setCursor(Qt::ArrowCursor);
    return button;
}

QFrame* makeHairline(QWidget* parent) {
    auto* const line = new QFrame(parent);
    line->setFixedHeight(1);
    line->setObjectName(QStringLiteral("hairline"));
    return line;
}

QVBoxLayout* makeBody(QWidget* widget) {
    auto* const body = new QVBoxLayout(widget);
    body->setContentsMargins(metrics::kMargin, metrics::kMargin - 4, metrics::kMargin, metrics::kMargin);
    body->setSpacing(0);
    return body;
}

void addPair(QVBoxLayout* body, QWidget* left, QWidget* right, Qt::Alignment alignment = Qt::AlignVCenter) {
    auto* const row = new QHBoxLayout;
    row->addWidget(left, 0, alignment);
    row->addStretch();
    row->addWidget(right, 0, alignment);
    body->addLayout(row);
}

} // namespace

// ---- FactGrid

FactGrid::FactGrid(int rowHeight, QWidget* parent)
    : QWidget(parent), m_grid(new QGridLayout(this)), m_rowHeight(rowHeight) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    m_grid->setColumnMinimumWidth(0, kFactLabelWidth);
    m_grid->setColumnStretch(1, 1);
}

void FactGrid::setLines(const std::vector<FactLine>& lines) {
    while (m_rows.size() < lines.size()) {
        const int row = static_cast<int>(m_rows.size());
        m_rows.push_back({makeLabel(TextRole::Secondary, {}, this), new ElidedLabel(TextRole::Body, this)});
        m_grid->addWidget(m_rows.back().label, row, 0);
        m_grid->addWidget(m_rows.back().value, row, 1);
        m_grid->setRowMinimumHeight(row, m_rowHeight);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool isUsed = i < lines.size();
        m_rows[i].label->setVisible(isUsed);
        m_rows[i].value->setVisible(isUsed);
        if (isUsed) {
            m_rows[i].label->setText(lines[i].label);
            m_rows[i].value->setFullText(lines[i].value);
            setTextRole(m_rows[i].value, lines[i].isKnown ? TextRole::Body : TextRole::Secondary);
        }
    }
}

// ---- StageRow

StageRow::StageRow(const QString& name, QWidget* parent)
    : QWidget(parent), m_name(makeLabel(TextRole::Secondary, name, this)),
      m_figure(makeLabel(TextRole::Secondary, {}, this)) {
    setFixedHeight(kStageRowHeight);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(kStageMarkSize + 17, 0, 0, 0);
    row->addWidget(m_name);
    row->addStretch();
    row->addWidget(m_figure);
}

void StageRow::setState(State state, const QString& figure) {
    if (m_state != state) {
        m_state = state;
        setTextRole(m_name, state == State::UnderWay ? TextRole::Section : TextRole::Secondary);
        update();
    }
    m_figure->setText(figure);
}

void StageRow::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    if (m_state == State::Done) {
        const int size = 14;
        painter.drawPixmap(QPointF(0, (height() - size) / 2.0),
                           iconPixmap(QStringLiteral("check"), tokens.text2, size, devicePixelRatioF()));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isUnderWay = m_state == State::UnderWay;
    painter.setPen(isUnderWay ? QPen(Qt::NoPen) : QPen(tokens.text2, 1.5));
    painter.setBrush(isUnderWay ? QBrush(tokens.text) : QBrush(Qt::NoBrush));
    const qreal radius = isUnderWay ? 3.5 : 2.75;
    painter.drawEllipse(QPointF(kStageMarkSize - 1, height() / 2.0), radius, radius);
}

// ---- DropView

DropView::DropView(Side side, QWidget* parent) : QWidget(parent) {
    auto* const body = makeBody(this);
    body->setAlignment(Qt::AlignCenter);
    body->setSpacing(metrics::kUnit * 2);
    const QString role =
        side == Side::A ? QStringLiteral("trace to examine") : QStringLiteral("reference trace");
    QLabel* const headline = makeLabel(TextRole::Title, QStringLiteral("Drop the %1 here").arg(role), this);
    QLabel* const caption = makeLabel(
        TextRole::Caption, QStringLiteral("PyTorch profiler trace: .json, .json.gz or .json.zst"), this);
    QPushButton* const choose = makeWelcomeButton(QStringLiteral("Choose file…"), this);
    choose->setObjectName(QStringLiteral("choose"));
    choose->setAccessibleName(QStringLiteral("Choose the %1").arg(role));
    body->addWidget(headline, 0, Qt::AlignHCenter);
    body->addWidget(caption, 0, Qt::AlignHCenter);
    body->addSpacing(metrics::kUnit);
    body->addWidget(choose, 0, Qt::AlignHCenter);
    connect(choose, &QPushButton::clicked, this, &DropView::chooseRequested);
}

void DropView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(tokensOf(palette()).text2, 1);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    const int inset = metrics::kMargin;
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(inset, inset, -inset, -inset).adjusted(0.5, 0.5, -0.5, -0.5),
        metrics::kRadius, metrics::kRadius);
}

// ---- LoadingView

LoadingView::LoadingView(Side side, QWidget* parent)
    : QWidget(parent), m_percent(makeLabel(TextRole::Total, {}, this)),
      m_timeLeft(makeLabel(TextRole::Secondary, {}, this)), m_bar(new QProgressBar(this)),
      m_bytes(makeLabel(TextRole::Caption, {}, this)), m_rate(makeLabel(TextRole::Caption, {}, this)),
      m_stages{new StageRow(QStringLiteral("Read events"), this),
               new StageRow(QStringLiteral("Find steps"), this),
               new StageRow(QStringLiteral("Find layers and kernels"), this)},
      m_facts(new FactGrid(kLoadingFactRowHeight, this)) {
    const QString name = QLatin1String(sideName(side));
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_bar->setProperty("side", name);
    m_bar->setAccessibleName(QStringLiteral("Progress of loading %1").arg(name));
    QPushButton* const cancel = makeWelcomeButton(QStringLiteral("Cancel %1").arg(name), this);
    cancel->setObjectName(QStringLiteral("cancel"));
    connect(cancel, &QPushButton::clicked, this, &LoadingView::cancelRequested);

    auto* const body = makeBody(this);
    addPair(body, m_percent, m_timeLeft, Qt::AlignBottom);
    body->addSpacing(metrics::kUnit * 2);
    body->addWidget(m_bar);
    body->addSpacing(metrics::kUnit * 2);
    addPair(body, m_bytes, m_rate);
    body->addSpacing(metrics::kUnit * 4);
    for (StageRow* const stage : m_stages) {
        body->addWidget(stage);
    }
    body->addSpacing(metrics::kUnit * 3);
    body->addWidget(makeHairline(this));
    body->addSpacing(metrics::kUnit * 3);
    body->addWidget(m_facts);
    body->addStretch();
    body->addSpacing(metrics::kUnit * 3);
    body->addWidget(cancel, 0, Qt::AlignRight);
}

void LoadingView::showSlot(const TraceSlot& slot) {
    const LoadingTexts texts = loadingTextsOf(slot);
    m_percent->setText(texts.percent);
    m_timeLeft->setText(texts.timeLeft);
    if (texts.fraction < 0) {
        m_bar->setRange(0, 0);
    } else {
        m_bar->setRange(0, 1000);
        m_bar->setValue(static_cast<int>(texts.fraction * 1000));
    }
    m_bytes->setText(texts.bytes);
    m_rate->setText(texts.rate);
    const int reached = slot.progress.stage <= Stage::Link        ? 0
                        : slot.progress.stage == Stage::FindSteps ? 1
                                                                  : 2;
    for (int i = 0; i < static_cast<int>(m_stages.size()); ++i) {
        const StageRow::State state = i < reached    ? StageRow::State::Done
                                      : i == reached ? StageRow::State::UnderWay
                                                     : StageRow::State::ToCome;
        m_stages[static_cast<std::size_t>(i)]->setState(state, i == 0 ? texts.events : QString());
    }
    m_facts->setLines(loadingFactsOf(slot));
}

// ---- LoadedView

LoadedView::LoadedView(QWidget* parent)
    : QWidget(parent), m_facts(new FactGrid(kFactRowHeight, this)), m_salvage(new QWidget(this)),
      m_salvageText(makeWrappedLabel(TextRole::Body, m_salvage)) {
    auto* const salvage = new QHBoxLayout(m_salvage);
    salvage->setContentsMargins(0, metrics::kUnit * 2, 0, 0);
    salvage->setSpacing(metrics::kUnit * 2);
    salvage->addWidget(new IconLabel(QStringLiteral("loss"), m_salvage), 0, Qt::AlignTop);
    salvage->addWidget(m_salvageText, 1);

    QPushButton* const choose = makeWelcomeButton(QStringLiteral("Choose another…"), this);
    QPushButton* const remove = makeWelcomeButton(QStringLiteral("Remove"), this);
    choose->setObjectName(QStringLiteral("choose"));
    remove->setObjectName(QStringLiteral("remove"));
    connect(choose, &QPushButton::clicked, this, &LoadedView::chooseRequested);
    connect(remove, &QPushButton::clicked, this, &LoadedView::removeRequested);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kUnit * 2);
    buttons->addWidget(choose);
    buttons->addWidget(remove);
    buttons->addStretch();

    auto* const body = makeBody(this);
    body->addWidget(m_facts);
    body->addWidget(m_salvage);
    body->addStretch();
    body->addSpacing(metrics::kUnit * 3);
    body->addLayout(buttons);
}

void LoadedView::showSlot(const TraceSlot& slot) {
    m_facts->setLines(factsOf(slot));
    const std::vector<QString> lost = salvageOf(slot);
    QStringList lines;
    for (std::size_t i = 0; i < lost.size() && i < kSalvageLines; ++i) {
        lines << lost[i];
    }
    if (lost.size() > kSalvageLines) {
        lines << QStringLiteral("%1 more on the page Health.").arg(lost.size() - kSalvageLines);
    }
    m_salvageText->setText(lines.join(QLatin1Char('\n')));
    m_salvage->setVisible(!lines.isEmpty());
}

// ---- FailureView

FailureView::FailureView(QWidget* parent)
    : QWidget(parent), m_icon(new IconLabel(QStringLiteral("loss"), this)),
      m_headline(makeLabel(TextRole::Title, {}, this)), m_path(new ElidedLabel(TextRole::Kernel, this)),
      m_reason(makeWrappedLabel(TextRole::Body, this)),
      m_remedy(makeWrappedLabel(TextRole::Secondary, this)) {
    QPushButton* const choose = makeWelcomeButton(QStringLiteral("Choose another…"), this);
    QPushButton* const retry = makeWelcomeButton(QStringLiteral("Try again"), this);
    QPushButton* const remove = makeWelcomeButton(QStringLiteral("Remove"), this);
    choose->setObjectName(QStringLiteral("choose"));
    retry->setObjectName(QStringLiteral("retry"));
    remove->setObjectName(QStringLiteral("remove"));
    connect(choose, &QPushButton::clicked, this, &FailureView::chooseRequested);
    connect(retry, &QPushButton::clicked, this, &FailureView::retryRequested);
    connect(remove, &QPushButton::clicked, this, &FailureView::removeRequested);

    auto* const head = new QHBoxLayout;
    head->setSpacing(metrics::kUnit * 2);
    head->addWidget(m_icon);
    head->addWidget(m_headline, 1);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kUnit * 2);
    buttons->addWidget(choose);
    buttons->addWidget(retry);
    buttons->addWidget(remove);
    buttons->addStretch();

    auto* const body = makeBody(this);
    body->addSpacing(metrics::kUnit);
    body->addLayout(head);
    body->addSpacing(metrics::kUnit * 3);
    body->addWidget(m_path);
    body->addSpacing(metrics::kUnit * 3);
    body->addWidget(m_reason);
    body->addSpacing(metrics::kUnit * 2);
    body->addWidget(m_remedy);
    body->addStretch();
    body->addSpacing(metrics::kUnit * 3);
    body->addLayout(buttons);
}

void FailureView::showSlot(const TraceSlot& slot) {
    const FailureTexts texts = failureTextsOf(slot);
    const bool isFailure = slot.state == SlotState::Failed;
    m_icon->setIconName(isFailure ? QStringLiteral("loss") : QStringLiteral("info"));
    m_headline->setText(texts.headline);
    m_path->setFullText(slot.path);
    m_reason->setText(texts.reason);
    m_remedy->setText(texts.remedy);
    m_remedy->setVisible(!texts.remedy.isEmpty());
}

} // namespace diptych
