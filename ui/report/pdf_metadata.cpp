#include "ui/report/pdf_metadata.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>

#include <exception>

namespace diptych {

namespace {

/// The identifier that libqpdf writes when asked for a fixed one: the digits of pi. It is replaced by ours.
constexpr char kFixedId[] = "31415926535897932384626433832795";

QPDFObjectHandle pdfText(const QString& text) {
    return QPDFObjectHandle::newUnicodeString(text.toStdString());
}

/// "D:20261130120000+00'00'", as PDF writes times.
std::string pdfDate(const QDateTime& date) {
    return QStringLiteral("D:%1+00'00'")
        .arg(date.toUTC().toString(QStringLiteral("yyyyMMddHHmmss")))
        .toStdString();
}

void setInformation(QPDF& pdf, const PaperDocument& document, const QDateTime& created) {
    QPDFObjectHandle info = pdf.makeIndirectObject(QPDFObjectHandle::newDictionary());
    const auto set = [&](const char* key, const QString& text) {
        if (!text.isEmpty()) {
            info.replaceKey(key, pdfText(text));
        }
    };
    set("/Title", document.title);
    set("/Author", document.author);
    set("/Subject", document.subject);
    set("/Creator", QStringLiteral("Diptych"));
    set("/Producer", QStringLiteral("Qt and libqpdf"));
    if (created.isValid()) {
        info.replaceKey("/CreationDate", QPDFObjectHandle::newString(pdfDate(created)));
    }
    pdf.getTrailer().replaceKey("/Info", info);
    QPDFObjectHandle root = pdf.getRoot();
    root.removeKey("/Metadata"); // Qt's own, which knows no author
    root.replaceKey("/Lang", QPDFObjectHandle::newString("en"));
    root.replaceKey("/ViewerPreferences", QPDFObjectHandle::parse("<< /DisplayDocTitle true >>"));
}

/// Writes the bookmarks as the tree of the outline; depths are 0 and 1.
class OutlineWriter {
public:
    OutlineWriter(QPDF& pdf, const PaperDocument& document)
        : m_pdf(pdf), m_document(document), m_pages(QPDFPageDocumentHelper(pdf).getAllPages()) {}

    void write() {
        QPDFObjectHandle outline = m_pdf.makeIndirectObject(QPDFObjectHandle::parse("<< /Type /Outlines >>"));
        std::size_t at = 0;
        fill(outline, 0, at);
        m_pdf.getRoot().replaceKey("/Outlines", outline);
        m_pdf.getRoot().replaceKey("/PageMode", QPDFObjectHandle::newName("/UseOutlines"));
    }

private:
    /// The bookmarks of one depth from `at` on become children of `parent`.
    void fill(QPDFObjectHandle parent, int depth, std::size_t& at) {
        QPDFObjectHandle previous = QPDFObjectHandle::newNull();
        int count = 0;
        while (at < m_document.bookmarks.size() && m_document.bookmarks[at].depth >= depth) {
            QPDFObjectHandle item = itemOf(m_document.bookmarks[at], parent);
            ++at;
            ++count;
            if (previous.isNull()) {
                parent.replaceKey("/First", item);
            } else {
                previous.replaceKey("/Next", item);
                item.replaceKey("/Prev", previous);
            }
            if (at < m_document.bookmarks.size() && m_document.bookmarks[at].depth > depth) {
                fill(item, depth + 1, at);
            }
            previous = item;
        }
        if (count > 0) {
            parent.replaceKey("/Last", previous);
            // Below the chapters the outline is closed at first, which a negative count says.
            parent.replaceKey("/Count", QPDFObjectHandle::newInteger(depth == 0 ? count : -count));
        }
    }

    QPDFObjectHandle itemOf(const PaperBookmark& bookmark, const QPDFObjectHandle& parent) {
        QPDFObjectHandle item = m_pdf.makeIndirectObject(QPDFObjectHandle::newDictionary());
        item.replaceKey("/Title", pdfText(bookmark.title));
        item.replaceKey("/Parent", parent);
        QPDFObjectHandle destination = QPDFObjectHandle::newArray();
        const auto page = static_cast<std::size_t>(bookmark.page);
        destination.appendItem(m_pages.at(page).getObjectHandle());
        destination.appendItem(QPDFObjectHandle::newName("/XYZ"));
        destination.appendItem(QPDFObjectHandle::newNull());
        const double fromBelow = paperExtent(m_document.size).height() - bookmark.top;
        destination.appendItem(QPDFObjectHandle::newReal(fromBelow, 1));
        destination.appendItem(QPDFObjectHandle::newNull());
        item.replaceKey("/Dest", destination);
        return item;
    }

    QPDF& m_pdf;
    const PaperDocument& m_document;
    std::vector<QPDFPageObjectHelper> m_pages;
};

/// Of the pages, without the time at which they were painted.
std::string identifierOf(const QByteArray& pdf) {
    static const QRegularExpression date(QStringLiteral("/CreationDate[^\n]*"));
    QString text = QString::fromLatin1(pdf);
    text.remove(date);
    return QCryptographicHash::hash(text.toLatin1(), QCryptographicHash::Md5).toHex().toStdString();
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

} // namespace

Result<std::string> addPdfMetadata(const QByteArray& pdf, const PaperDocument& document,
                                   const QDateTime& created) {
    try {
        QPDF file;
        file.processMemoryFile("report", pdf.constData(), static_cast<std::size_t>(pdf.size()));
        setInformation(file, document, created);
        OutlineWriter(file, document).write();
        QPDFWriter writer(file);
        writer.setOutputMemory();
        writer.setObjectStreamMode(qpdf_o_generate);
        writer.setStaticID(true);
        writer.write();
        const std::shared_ptr<Buffer> buffer = writer.getBufferSharedPointer();
        std::string bytes(reinterpret_cast<const char*>(buffer->getBuffer()), buffer->getSize());
        replaceAll(bytes, kFixedId, identifierOf(pdf));
        return bytes;
    } catch (const std::exception& failure) {
        return Error{
            ErrorCode::CannotWrite, {}, {}, std::string("the PDF cannot be finished: ") + failure.what(), {}};
    }
}

} // namespace diptych
