//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// The timing cache of a build. That of TensorRT-RTX does nothing; package trt refuses it there.

#include "cache.h"

#include <errno.h>

#include <fstream>
#include <iterator>

namespace planlint {

using namespace nvinfer1;

namespace {

using Bytes = std::vector<char>;

Bytes serialized(ITimingCache const& cache) {
  auto const memory = made(cache.serialize(), "serialized timing cache");
  auto const data = static_cast<char const*>(memory->data());
  return Bytes(data, data + memory->size());
}

// A file that is not there is an empty cache.
Bytes readCache(std::string const& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in && errno == ENOENT) return {};
  Bytes bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad() || !in.is_open()) throw std::runtime_error("the timing cache " + path + " cannot be read: " + strerror(errno));
  return bytes;
}

}  // namespace

void TimingCache::give(IBuilderConfig& config, Settings& settings) {
  std::string path, ignore;
  if (!settings.take("timing_cache", path)) return;
  settings.take("ignore_timing_cache_mismatch", ignore);
  Bytes const given = readCache(path);
  mCache.reset(config.createTimingCache(given.data(), given.size()));
  // TensorRT turns what it cannot read into an empty cache, and says so only in its log.
  std::unique_ptr<ITimingCache> const empty(config.createTimingCache(nullptr, 0));
  bool const lost = mCache == nullptr ||
                    (!given.empty() && empty != nullptr && serialized(*mCache) == serialized(*empty) && given != serialized(*empty));
  if (lost) throw std::runtime_error("the timing cache " + path + " is damaged or of another TensorRT");
  if (!config.setTimingCache(*mCache, ignore == "true")) {
    throw std::runtime_error("the timing cache " + path + " was made on another GPU or by another TensorRT");
  }
}

void TimingCache::write(Frames& frames) const {
  if (mCache == nullptr) return;
  Bytes const bytes = serialized(*mCache);
  frames.write(bytes.data(), bytes.size());
  if (frames.error() != 0) throw WriteFailed(std::string("the timing cache could not be handed on: ") + strerror(frames.error()));
}

}  // namespace planlint
