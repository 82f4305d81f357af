// The timing cache of a build.
#ifndef PLANLINT_CACHE_H
#define PLANLINT_CACHE_H

#include "frames.h"
#include "native.h"
#include "settings.h"

namespace planlint {

// It must outlive the builder that uses it.
class TimingCache {
 public:
  // Reads the cache that the settings name, if its file is there, and gives it to the configuration.
  void give(nvinfer1::IBuilderConfig& config, Settings& settings);

  // Writes what the cache has become.
  void write(Frames& frames) const;

 private:
  std::unique_ptr<nvinfer1::ITimingCache> mCache;  // null without a timing cache
};

}  // namespace planlint

#endif
