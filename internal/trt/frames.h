// Frames, as package worker reads them.
#ifndef PLANLINT_FRAMES_H
#define PLANLINT_FRAMES_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <algorithm>

namespace planlint {

// Writes bytes to a descriptor in frames of one type, and remembers how far it came and what stopped it.
class Frames {
 public:
  Frames(int descriptor, char type) : mDescriptor(descriptor), mType(type) {}

  bool write(char const* data, size_t n) noexcept {
    while (n > 0 && mError == 0) {
      size_t piece = std::min(n, kPIECE);
      unsigned char header[5] = {static_cast<unsigned char>(piece), static_cast<unsigned char>(piece >> 8),
                                 static_cast<unsigned char>(piece >> 16), static_cast<unsigned char>(piece >> 24),
                                 static_cast<unsigned char>(mType)};
      if (!all(header, sizeof header) || !all(data, piece)) break;
      mWritten += static_cast<int64_t>(piece);
      data += piece;
      n -= piece;
    }
    return mError == 0;
  }

  int64_t written() const noexcept { return mWritten; }
  int error() const noexcept { return mError; }

 private:
  static constexpr size_t kPIECE = 1 << 20;  // bytes of a frame's content, at most

  bool all(void const* data, size_t n) noexcept {
    auto p = static_cast<char const*>(data);
    while (n > 0) {
      ssize_t done = ::write(mDescriptor, p, n);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) {
        mError = done < 0 ? errno : EIO;
        return false;
      }
      p += done;
      n -= static_cast<size_t>(done);
    }
    return true;
  }

  int mDescriptor;
  char mType;
  int64_t mWritten = 0;
  int mError = 0;
};

}  // namespace planlint

#endif
