#pragma once
// Writes JSON as text: two-space indent, keys in the order of the calls, valid UTF-8, numbers that are never
// inf or nan. The caller keeps beginning and end of objects and arrays balanced. One thread.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace diptych {

class JsonText {
public:
    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }
    /// The name of the next value of an object.
    void key(std::string_view name);

    void null();
    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool flag);
    void value(double number); ///< null when not finite
    template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
    void value(Integer number) {
        if constexpr (std::is_signed_v<Integer>) {
            integer(static_cast<std::int64_t>(number));
        } else {
            integer(static_cast<std::uint64_t>(number));
        }
    }
    template <class T>
    void value(const std::optional<T>& known) {
        if (known) {
            value(*known);
        } else {
            null();
        }
    }

    template <class T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// The finished text, with a line end.
    [[nodiscard]] std::string take();

private:
    void integer(std::int64_t number);
    void integer(std::uint64_t number);
    void begin(char bracket);
    void end(char bracket);
    void beforeValue();
    void newLine();
    void appendString(std::string_view text);

    std::string m_text;
    std::vector<bool> m_hasContent; ///< of every open object or array
    bool m_afterKey = false;
};

} // namespace diptych
