// The settings of a build, as they come over the flat interface.
#ifndef PLANLINT_SETTINGS_H
#define PLANLINT_SETTINGS_H

#include "native.h"

#include <sstream>
#include <vector>

namespace planlint {

// Each part of the shim takes the settings that it knows. What is left at the end nobody here knows.
class Settings {
 public:
  Settings(planlint_setting const* list, size_t count) : mList(list), mTaken(count) {}

  // Takes every value of a key, in order.
  std::vector<std::string> all(char const* key) {
    std::vector<std::string> values;
    for (size_t i = 0; i < mTaken.size(); ++i) {
      if (strcmp(mList[i].key, key) != 0) continue;
      mTaken[i] = true;
      values.emplace_back(mList[i].value);
    }
    return values;
  }

  // Takes the value of a key. Returns false if there is none.
  bool take(char const* key, std::string& value) {
    auto const values = all(key);
    if (!values.empty()) value = values.back();
    return !values.empty();
  }

  // Throws Unsupported if anything is left.
  void finish() const {
    for (size_t i = 0; i < mTaken.size(); ++i) {
      if (mTaken[i]) continue;
      std::string feature = mList[i].key;
      std::replace(feature.begin(), feature.end(), '_', ' ');
      throw Unsupported(feature);
    }
  }

 private:
  planlint_setting const* mList;
  std::vector<bool> mTaken;
};

inline int64_t number(std::string const& text) {
  size_t end = 0;
  int64_t n = 0;
  try {
    n = std::stoll(text, &end);
  } catch (std::logic_error const&) {
    end = 0;
  }
  if (text.empty() || end != text.size()) throw std::runtime_error("\"" + text + "\" is no number");
  return n;
}

// Splits a text at each separator; an empty text has no parts.
inline std::vector<std::string> split(std::string const& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// Throws if TensorRT kept another value than the one it was given. Many of its setters return nothing.
template <typename T>
void kept(char const* what, std::string const& given, T const& expected, T const& actual) {
  if (expected == actual) return;
  throw std::runtime_error(std::string("TensorRT refused the ") + what + " " + given);
}

}  // namespace planlint

#endif
