// The log that TensorRT writes, from any thread, and that the worker empties.
#ifndef PLANLINT_LOG_H
#define PLANLINT_LOG_H

#include <NvInfer.h>

#include <string.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

namespace planlint {

// Copies a text into a caller's buffer, cut where it does not fit.
inline void copyText(char* out, size_t size, char const* text) noexcept {
  if (size == 0) return;
  size_t n = std::min(size - 1, strlen(text));
  memcpy(out, text, n);
  out[n] = 0;
}

class Log final : public nvinfer1::ILogger {
 public:
  using Severity = nvinfer1::ILogger::Severity;

  void log(Severity severity, char const* message) noexcept override {
    if (severity > Severity::kINFO || message == nullptr) return;
    try {
      std::lock_guard<std::mutex> lock(mMutex);
      if (mRecords.size() < kRECORDS) {
        mRecords.emplace_back(static_cast<int>(severity), std::string(message, strnlen(message, kTEXT)));
      }
    } catch (...) {
      // A record less is better than an exception in TensorRT.
    }
  }

  bool take(int* severity, char* text, size_t size) {
    std::lock_guard<std::mutex> lock(mMutex);
    if (mRecords.empty()) return false;
    *severity = mRecords.front().first;
    copyText(text, size, mRecords.front().second.c_str());
    mRecords.pop_front();
    return true;
  }

 private:
  static constexpr size_t kRECORDS = 4096;  // that may wait; more are dropped
  static constexpr size_t kTEXT = 4096;     // bytes of one

  std::mutex mMutex;
  std::deque<std::pair<int, std::string>> mRecords;
};

}  // namespace planlint

#endif
