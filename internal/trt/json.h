// Writing JSON.
#ifndef PLANLINT_JSON_H
#define PLANLINT_JSON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <new>
#include <string>

namespace planlint {

// A JSON value that was put together.
class Json {
 public:
  Json(std::string const& value) { quote(value.c_str()); }
  Json(char const* value) { quote(value != nullptr ? value : ""); }
  Json(int64_t value) : mText(std::to_string(value)) {}
  Json(int32_t value) : mText(std::to_string(value)) {}
  Json(bool value) : mText(value ? "true" : "false") {}

  static Json object() { return Json('{', '}'); }
  static Json list() { return Json('[', ']'); }

  // Adds a member to an object, or an element to a list.
  Json& add(char const* name, Json const& value) {
    Json const key(name);
    return put(key.text() + ":" + value.text());
  }
  Json& add(Json const& value) { return put(value.text()); }

  std::string const& text() const { return mText; }

  // A copy that the caller of the flat interface frees.
  char* copy() const {
    char* const out = strdup(mText.c_str());
    if (out == nullptr) throw std::bad_alloc();
    return out;
  }

 private:
  Json(char open, char close) : mText{open, close} {}

  Json& put(std::string const& part) {
    mText.insert(mText.size() - 1, (mText.size() > 2 ? "," : "") + part);
    return *this;
  }

  void quote(char const* value) {
    mText = "\"";
    for (; *value != 0; ++value) {
      auto const c = static_cast<unsigned char>(*value);
      if (c == '"' || c == '\\') {
        mText += '\\';
        mText += *value;
      } else if (c < ' ') {
        char escaped[8];
        snprintf(escaped, sizeof escaped, "\\u%04x", c);
        mText += escaped;
      } else {
        mText += *value;
      }
    }
    mText += '"';
  }

  std::string mText;
};

}  // namespace planlint

#endif
