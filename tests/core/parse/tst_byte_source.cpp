// Sources of bytes and of the text that they unpack to: in pieces of any size, damaged, cancelled, changed.

#include "core/parse/byte_source.h"
#include "core/parse/text_feed.h"
#include "tests/core/parse/packed.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace diptych;
using diptych::test::gzip;
using diptych::test::zstd;

namespace {

/// Everything that a source gives, read `step` bytes at a time.
std::string readAll(ByteSource& source, std::size_t step) {
    std::string all;
    std::vector<char> room(step);
    for (std::size_t got = step; got == step;) {
        got = source.read(room.data(), step);
        all.append(room.data(), got);
    }
    return all;
}

struct Unpacked {
    std::string text;
    std::string compression;
    Diagnostics notes;
};

Unpacked unpack(std::string_view bytes, std::size_t step) {
    auto source = openTextSource(makeMemorySource(bytes));
    if (!source) {
        return {};
    }
    Unpacked unpacked;
    unpacked.text = readAll(*source.value(), step);
    unpacked.compression = source.value()->compression();
    unpacked.notes = source.value()->notes();
    return unpacked;
}

std::string someText(std::size_t size) {
    std::mt19937 random(3);
    std::string text(size, ' ');
    for (char& c : text) {
        c = static_cast<char>('a' + random() % 20);
    }
    return text;
}

void write(const std::string& path, std::string_view text) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    QVERIFY(file);
    QCOMPARE(std::fwrite(text.data(), 1, text.size(), file), text.size());
    std::fclose(file);
}

} // namespace

class TestByteSource : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAFileInPiecesOfAnySize() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("f").toStdString();
        for (const std::size_t size : {0, 1, 63, 5000}) {
            const std::string text = someText(size);
            write(path, text);
            for (const std::size_t step : {1, 7, 64, 4999, 5000, 5001}) {
                auto source = openFileSource(path, {});
                QVERIFY(source.isOk());
                QCOMPARE(source.value()->bytesTotal(), std::uint64_t(size));
                QCOMPARE(readAll(*source.value(), step), text);
                QCOMPARE(source.value()->bytesConsumed(), std::uint64_t(size));
                QVERIFY(!source.value()->failure());
                QVERIFY(source.value()->notes().empty());
            }
        }
    }

    void saysWhatCannotBeOpened() {
        QTemporaryDir folder;
        const auto missing = openFileSource(folder.filePath("none").toStdString(), {});
        QVERIFY(!missing.isOk());
        QCOMPARE(missing.error().code, ErrorCode::CannotOpen);
        QVERIFY(!missing.error().remedy.empty());
        const auto insideAFile = [&] {
            const std::string path = folder.filePath("file").toStdString();
            write(path, "x");
            return openFileSource(path + "/trace", {});
        }();
        QVERIFY(!insideAFile.isOk());
        QVERIFY(QString::fromStdString(insideAFile.error().reason).contains("no such file"));
        const auto directory = openFileSource(folder.path().toStdString(), {});
        QVERIFY(!directory.isOk());
        QVERIFY(QString::fromStdString(directory.error().reason).contains("folder"));
    }

    void aPipeHasNoSizeAndIsReadToItsEnd() {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const std::string text = someText(300'000);
        std::jthread writer([&] {
            for (std::size_t at = 0; at < text.size(); at += 1000) {
                if (::write(ends[1], text.data() + at, 1000) != 1000) {
                    break;
                }
            }
            ::close(ends[1]);
        });
        auto source = openFileSource("/dev/fd/" + std::to_string(ends[0]), {});
        ::close(ends[0]);
        QVERIFY(source.isOk());
        QCOMPARE(source.value()->bytesTotal(), std::uint64_t(0));
        QVERIFY(readAll(*source.value(), 70'000) == text);
    }

    /// A named pipe that nobody has opened for writing: neither opening nor reading may block for good.
    void cancelsWhileNobodyWrites() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        CancelSource cancel;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            cancel.cancel();
        });
        QElapsedTimer timer;
        timer.start();
        auto source = openFileSource(path, cancel.token());
        QVERIFY(source.isOk());
        QCOMPARE(readAll(*source.value(), 100), std::string());
        QVERIFY(timer.elapsed() < 2000);
    }

    void waitsForTheWriterOfANamedPipe() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        auto source = openFileSource(path, {});
        QVERIFY(source.isOk());
        ssize_t written = 0;
        std::jthread writer([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            const int pipe = ::open(path.c_str(), O_WRONLY);
            written = ::write(pipe, "text", 4);
            ::close(pipe);
        });
        QCOMPARE(readAll(*source.value(), 100), std::string("text"));
        writer.join();
        QCOMPARE(written, ssize_t(4));
    }

    void aCancelledSourceEndsEarly_data() {
        QTest::addColumn<QByteArray>("bytes");
        const std::string text = someText(3'000'000);
        QTest::newRow("gzip") << QByteArray::fromStdString(gzip(text));
        QTest::newRow("zstd") << QByteArray::fromStdString(zstd(text));
        QTest::newRow("gzip twice") << QByteArray::fromStdString(gzip(gzip(text)));
    }

    void aCancelledSourceEndsEarly() {
        QFETCH(QByteArray, bytes);
        CancelSource cancel;
        auto source =
            openTextSource(makeMemorySource({bytes.data(), std::size_t(bytes.size())}), cancel.token());
        QVERIFY(source.isOk());
        std::string room(1000, ' ');
        QCOMPARE(source.value()->read(room.data(), room.size()), room.size());
        cancel.cancel();
        QCOMPARE(source.value()->read(room.data(), room.size()), std::size_t(0));
    }

    void saysWhatChangesUnderIt_data() {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("reason");
        QTest::newRow("grows") << QByteArray("grow") << "grew";
        QTest::newRow("grows beyond what was read") << QByteArray("grow much") << "grew";
        QTest::newRow("shrinks") << QByteArray("shrink") << "shorter";
        QTest::newRow("shrinks to nothing") << QByteArray("empty") << "shorter";
        QTest::newRow("vanishes") << QByteArray("remove") << "deleted";
        QTest::newRow("is replaced") << QByteArray("replace") << "deleted";
        QTest::newRow("is written over") << QByteArray("overwrite") << "changed";
        QTest::newRow("stays") << QByteArray("") << "";
    }

    void saysWhatChangesUnderIt() {
        QFETCH(QByteArray, change);
        QFETCH(QString, reason);
        QTemporaryDir folder;
        const std::string path = folder.filePath("f").toStdString();
        const std::string text = someText(10'000);
        write(path, text);
        const timespec long_ago[2] = {{1000, 0},
                                      {1000, 0}}; // so that a write shows, however coarse the clock
        QCOMPARE(::utimensat(AT_FDCWD, path.c_str(), long_ago, 0), 0);
        auto source = openFileSource(path, {});
        QVERIFY(source.isOk());
        std::string room(4000, ' ');
        QCOMPARE(source.value()->read(room.data(), room.size()), room.size());
        if (change == "grow" || change == "grow much") {
            std::FILE* const file = std::fopen(path.c_str(), "ab");
            std::fputs(change == "grow" ? "x" : text.c_str(), file);
            std::fclose(file);
        } else if (change == "shrink" || change == "empty") {
            QCOMPARE(::truncate(path.c_str(), change == "empty" ? 0 : 6000), 0);
        } else if (change == "remove") {
            QCOMPARE(::unlink(path.c_str()), 0);
        } else if (change == "replace") {
            write(path + ".new", text);
            QCOMPARE(std::rename((path + ".new").c_str(), path.c_str()), 0);
        } else if (change == "overwrite") {
            std::FILE* const file = std::fopen(path.c_str(), "r+b");
            std::fputs("y", file);
            std::fclose(file);
        }
        readAll(*source.value(), 1000);
        const Failure failure = source.value()->failure();
        QCOMPARE(failure.has_value(), !reason.isEmpty());
        if (failure) {
            QCOMPARE(failure->code, ErrorCode::ReadFailed);
            QVERIFY2(QString::fromStdString(failure->reason).contains(reason), failure->reason.c_str());
            QVERIFY(!failure->remedy.empty());
        }
    }

    /// What was read last is read once more, in other pieces, and the place is told all along.
    void textIsPutBackAndReadAgain() {
        const std::string text = someText(2000);
        TextFeed feed(makeMemorySource(text));
        std::mt19937 random(5);
        std::string read;
        std::array<char, 300> room{};
        while (read.size() < text.size() || feed.read(room.data(), 1) != 0) {
            read.append(room.data(), feed.read(room.data(), random() % room.size()));
            QCOMPARE(feed.place(), std::uint64_t(read.size()));
            if (feed.textBytes() < text.size() || random() % 4 != 0) {
                const std::size_t back = random() % (std::min(read.size(), std::size_t{450}) + 1);
                feed.putBack(std::string_view(read).substr(read.size() - back));
                read.resize(read.size() - back);
            }
            QCOMPARE(feed.place(), std::uint64_t(read.size()));
            QVERIFY(text.starts_with(read));
        }
        QCOMPARE(read, text);
        QCOMPARE(feed.textBytes(), std::uint64_t(text.size()));
    }

    void knowsCompressionByContent_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("compression");
        const auto row = [](const char* name, const std::string& bytes, const std::string& text,
                            const char* compression) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray::fromStdString(text)
                                << compression;
        };
        const std::string text = someText(100'000);
        row("nothing", "", "", "");
        row("one byte", "{", "{", "");
        row("plain", text, text, "");
        row("gzip", gzip(text), text, "gzip");
        row("gzip of nothing", gzip(""), "", "gzip");
        row("many members", gzip(text.substr(0, 1)) + gzip("") + gzip(text.substr(1)), text, "gzip");
        row("zeros after gzip", gzip(text) + std::string(3000, '\0'), text, "gzip");
        row("zstd", zstd(text), text, "zstd");
        row("frames", zstd(text.substr(0, 9)) + zstd(text.substr(9)), text, "zstd");
        row("gzip in zstd", zstd(gzip(text)), text, "gzip");
        row("zstd in gzip", gzip(zstd(text)), text, "zstd");
        row("three layers", gzip(gzip(gzip(text))), text, "gzip");
        row("four layers", gzip(gzip(gzip(gzip(text)))), gzip(text), "gzip"); // more is an attack
    }

    void knowsCompressionByContent() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        QFETCH(QString, compression);
        for (const std::size_t step : {1, 97, 300'000}) {
            const Unpacked unpacked = unpack({bytes.data(), std::size_t(bytes.size())}, step);
            QVERIFY(unpacked.text == text.toStdString());
            QVERIFY(unpacked.notes.empty());
            if (!text.isEmpty()) {
                QCOMPARE(QString::fromStdString(unpacked.compression), compression);
            }
        }
    }

    /// Names, comments and extra fields of any length, so that a header ends anywhere in what is read at
    /// once.
    void headersOfAnyLength() {
        const std::string text = someText(5000);
        const std::string plain = gzip(text);
        for (std::size_t length = 0; length < 400; ++length) {
            std::string named = plain;
            named[3] = 0x08;
            named.insert(10, std::string(length, 'n') + '\0');
            std::string full = plain;
            full[3] = 0x04 | 0x08 | 0x10;
            full.insert(10, std::string{static_cast<char>(length), static_cast<char>(length >> 8)} +
                                std::string(length, '\x08') + "name" + '\0' + std::string(length, 'c') +
                                '\0');
            for (const std::string& packed : {named, full, named + full, full + named}) {
                const Unpacked unpacked = unpack(packed, 3000);
                QVERIFY2(unpacked.notes.empty(), qPrintable(QString::number(length)));
                QVERIFY(unpacked.text == (packed.size() < 2 * plain.size() ? text : text + text));
            }
            const Unpacked cut = unpack(std::string_view(full).substr(0, length + 12), 3000);
            QCOMPARE(cut.text, std::string());
            QCOMPARE(cut.notes.size(), std::size_t(1));
            QCOMPARE(cut.notes.front().code, std::string("gzip-cut"));
        }
    }

    /// A cut at any byte loses what stands behind it, says so once, and where in the text.
    void cutCompressionKeepsWhatCameBefore_data() {
        QTest::addColumn<bool>("isGzip");
        QTest::newRow("gzip") << true;
        QTest::newRow("zstd") << false;
    }

    void cutCompressionKeepsWhatCameBefore() {
        QFETCH(bool, isGzip);
        const std::string text = someText(2000);
        const std::string packed = isGzip ? gzip(text) : zstd(text);
        for (std::size_t size = 4; size < packed.size(); ++size) {
            const Unpacked unpacked = unpack(std::string_view(packed).substr(0, size), 777);
            QVERIFY(text.starts_with(unpacked.text));
            QCOMPARE(unpacked.notes.size(), std::size_t(1));
            const Diagnostic& note = unpacked.notes.front();
            QCOMPARE(note.code, std::string(isGzip ? "gzip-cut" : "zstd-cut"));
            QCOMPARE(note.severity, Severity::Loss);
            QCOMPARE(note.byte, std::optional<std::uint64_t>(unpacked.text.size()));
        }
    }

    /// Whatever one changed byte does, reading ends and never gives a text in silence that is not the one.
    void damagedCompressionIsSaid() {
        const std::string text = someText(3000);
        const std::string packed = gzip(text);
        for (std::size_t place = 10; place < packed.size(); ++place) { // the header has nothing to check
            std::string spoilt = packed;
            spoilt[place] = static_cast<char>(spoilt[place] ^ 0x41);
            const Unpacked unpacked = unpack(spoilt, 4096);
            QVERIFY2(!unpacked.notes.empty() || unpacked.text == text, qPrintable(QString::number(place)));
        }
    }

    /// Wherever the damage, all before it comes out, and the members behind it.
    void goesOnAtTheMemberAfterDamage() {
        const std::string text = someText(200'000);
        const std::string packed = gzip(text);
        std::string next; // the first ones may be taken for the rest of the damaged one
        for (int i = 0; i < 100; ++i) {
            next += gzip("the next member");
        }
        for (std::size_t place = 1000; place + 1000 < packed.size(); place += 1499) {
            std::string spoilt = packed;
            std::fill_n(spoilt.begin() + static_cast<std::ptrdiff_t>(place), 60, '\xFF');
            for (const std::size_t step : {std::size_t(100), std::size_t(5000), std::size_t(1) << 20}) {
                const Unpacked unpacked = unpack(spoilt + next, step);
                const auto [good, unused] =
                    std::mismatch(unpacked.text.begin(), unpacked.text.end(), text.begin(), text.end());
                const auto kept = static_cast<std::size_t>(good - unpacked.text.begin());
                const std::size_t before = place * text.size() / packed.size(); // random text packs evenly
                QVERIFY2(kept + 1000 > before, qPrintable(QString("%1 of %2").arg(kept).arg(before)));
                QVERIFY(unpacked.text.ends_with("the next member"));
                QCOMPARE(unpacked.notes.front().code, std::string("gzip-damaged"));
            }
        }
    }

    /// Where the decoder meets damage it may count more input than there was. Bytes of any kind in place of
    /// the packed ones, at the end of the input and before another member: reading ends, and goes on behind
    /// them.
    void damageAtTheEndOfTheInput() {
        const std::string header("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00", 10);
        std::string next; // the first ones may be taken for the rest of the damaged one
        for (int i = 0; i < 100; ++i) {
            next += gzip("the next member");
        }
        std::mt19937 random(7);
        for (int i = 0; i < 40'000; ++i) {
            std::string packed(random() % 48, '\0');
            for (char& c : packed) {
                c = static_cast<char>(random());
            }
            const Unpacked last = unpack(header + packed, 1 + random() % 5000);
            QVERIFY(last.text.size() <= packed.size() * 1032); // no code stands for more
            if (i % 16 == 0) {
                QVERIFY(unpack(header + packed + next, 5000).text.ends_with("the next member"));
            }
        }
    }

    void saysWhatFollowsGzip() {
        const Unpacked unpacked = unpack(gzip("text") + "more", 100);
        QCOMPARE(unpacked.text, std::string("text"));
        QCOMPARE(unpacked.notes.size(), std::size_t(1));
        QCOMPARE(unpacked.notes.front().code, std::string("bytes-after-gzip"));
        QCOMPARE(unpacked.notes.front().byte, std::optional<std::uint64_t>(4));
    }

    /// A header may ask for a window of gigabytes; that is no trace.
    void refusesHugeWindows() {
        const std::string header("\x28\xb5\x2f\xfd\x00\xa8\x00\x00\x00\x00", 10); // a window of 2 GiB
        const Unpacked unpacked = unpack(header + std::string(100, 'x'), 1000);
        QCOMPARE(unpacked.text, std::string());
        QCOMPARE(unpacked.notes.size(), std::size_t(1));
        QCOMPARE(unpacked.notes.front().code, std::string("zstd-damaged"));
    }
};

DIPTYCH_TEST(TestByteSource)
#include "tst_byte_source.moc"
