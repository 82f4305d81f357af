//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// The shim is compiled against the headers of one TensorRT family and links to nothing of it: everything but
// three C functions goes through virtual tables. Every entry catches everything. TensorRT calls back on its
// own threads, so log records are only queued here, and no Go function is called.

#include "shim.h"

#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#if NV_TENSORRT_MAJOR == 1
#define PLANLINT_RTX 1
#else
#define PLANLINT_RTX 0
#endif
#if NV_TENSORRT_MAJOR == 8 || (NV_TENSORRT_MAJOR == 10 && NV_TENSORRT_MINOR < 2)
#define PLANLINT_PLATFORMS 0
#else
#define PLANLINT_PLATFORMS 1
#endif
#if NV_TENSORRT_MAJOR >= 11 || PLANLINT_RTX || (NV_TENSORRT_MAJOR == 10 && NV_TENSORRT_MINOR >= 13)
#define PLANLINT_STREAMS 1
#else
#define PLANLINT_STREAMS 0
#endif

namespace {

using namespace nvinfer1;

constexpr size_t kMAX_RECORDS = 4096;
constexpr size_t kMAX_TEXT = 4096;
constexpr size_t kMAX_PIECE = 1 << 20;

struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct WriteFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void copyText(char* out, size_t size, char const* text) noexcept {
  if (size == 0) return;
  size_t n = std::min(size - 1, strlen(text));
  memcpy(out, text, n);
  out[n] = 0;
}

class Log final : public ILogger {
 public:
  void log(Severity severity, char const* message) noexcept override {
    if (severity > Severity::kINFO || message == nullptr) return;
    try {
      std::lock_guard<std::mutex> lock(mMutex);
      if (mRecords.size() < kMAX_RECORDS) {
        mRecords.emplace_back(static_cast<int>(severity), std::string(message, strnlen(message, kMAX_TEXT)));
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
  std::mutex mMutex;
  std::deque<std::pair<int, std::string>> mRecords;
};

// Writes a plan in frames, and remembers how far it came and what stopped it.
class Frames {
 public:
  Frames(int descriptor, char type) : mDescriptor(descriptor), mType(type) {}

  bool write(char const* data, size_t n) noexcept {
    while (n > 0 && mError == 0) {
      size_t piece = std::min(n, kMAX_PIECE);
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

#if PLANLINT_STREAMS
class Stream final : public IStreamWriter {
 public:
  explicit Stream(Frames& frames) : mFrames(frames) {}
  int64_t write(void const* data, int64_t n) noexcept override {
    if (n < 0 || (data == nullptr && n > 0)) return -1;
    return mFrames.write(static_cast<char const*>(data), static_cast<size_t>(n)) ? n : -1;
  }

 private:
  Frames& mFrames;
};
#endif

struct Named {
  char const* name;
  int32_t value;
};

#define FLAG(name) {#name, static_cast<int32_t>(BuilderFlag::k##name)}
Named const kFLAGS[] = {
    FLAG(REFIT), FLAG(DISABLE_TIMING_CACHE), FLAG(TF32), FLAG(SPARSE_WEIGHTS), FLAG(GPU_FALLBACK),
    FLAG(VERSION_COMPATIBLE), FLAG(EXCLUDE_LEAN_RUNTIME),
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
    FLAG(FP16), FLAG(INT8),
#endif
#if NV_TENSORRT_MAJOR != 8
    FLAG(STRIP_PLAN), FLAG(WEIGHT_STREAMING), FLAG(REFIT_IDENTICAL),
#endif
};
#undef FLAG

Named const kVERBOSITIES[] = {
    {"LAYER_NAMES_ONLY", static_cast<int32_t>(ProfilingVerbosity::kLAYER_NAMES_ONLY)},
    {"NONE", static_cast<int32_t>(ProfilingVerbosity::kNONE)},
    {"DETAILED", static_cast<int32_t>(ProfilingVerbosity::kDETAILED)},
};

template <size_t N>
int32_t valueOf(Named const (&list)[N], std::string const& kind, std::string const& name) {
  for (auto const& n : list) {
    if (name == n.name) return n.value;
  }
  throw Unsupported(kind + " " + name);
}

int64_t number(std::string const& text) {
  size_t end = 0;
  int64_t n = std::stoll(text, &end);
  if (end != text.size()) throw std::runtime_error("\"" + text + "\" is no number");
  return n;
}

Dims shape(std::string const& text) {
  Dims d{};
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, 'x');) {
    if (d.nbDims == Dims::MAX_DIMS) throw std::runtime_error("shape " + text + " has too many dimensions");
    d.d[d.nbDims++] = static_cast<std::remove_reference_t<decltype(d.d[0])>>(number(part));
  }
  return d;
}

void setCapabilities(IBuilderConfig& config, std::string const& value) {
#if PLANLINT_RTX
  std::vector<std::string> names;
  std::istringstream in(value);
  for (std::string name; std::getline(in, name, ',');) names.push_back(name);
  if (!config.setNbComputeCapabilities(static_cast<int32_t>(names.size()))) throw Unsupported("capabilities " + value);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].rfind("SM", 0) != 0) throw Unsupported("capability " + names[i]);
    auto capability = static_cast<ComputeCapability>(number(names[i].substr(2)));
    if (!config.setComputeCapability(capability, static_cast<int32_t>(i))) throw Unsupported("capability " + names[i]);
  }
#else
  (void)config;
  (void)value;
  throw Unsupported("capabilities");
#endif
}

void setPlatform(int32_t version, IBuilderConfig& config, std::string const& value) {
#if !PLANLINT_PLATFORMS
  (void)version;
  (void)config;
  (void)value;
  throw Unsupported("platform");
#else
  if (NV_TENSORRT_MAJOR == 10 && version < 100200) throw Unsupported("platform");
  Named const platforms[] = {
      {"SAME_AS_BUILD", static_cast<int32_t>(RuntimePlatform::kSAME_AS_BUILD)},
      {"WINDOWS_AMD64", static_cast<int32_t>(RuntimePlatform::kWINDOWS_AMD64)},
  };
  config.setRuntimePlatform(static_cast<RuntimePlatform>(valueOf(platforms, "platform", value)));
#endif
}

// The value is MIN;OPT;MAX;NAME.
void setProfile(IOptimizationProfile& profile, std::string const& value) {
  std::istringstream in(value);
  OptProfileSelector const kinds[] = {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX};
  std::string shapes[3], name;
  for (auto& s : shapes) std::getline(in, s, ';');
  std::getline(in, name, '\0');
  for (int i = 0; i < 3; ++i) {
    if (!profile.setDimensions(name.c_str(), kinds[i], shape(shapes[i]))) {
      throw std::runtime_error("TensorRT refused the shape " + shapes[i] + " of input " + name);
    }
  }
}

void configure(int32_t version, IBuilder& builder, IBuilderConfig& config, planlint_setting const* settings, size_t count) {
  IOptimizationProfile* profile = nullptr;  // belongs to the builder
  for (size_t i = 0; i < count; ++i) {
    std::string const key = settings[i].key, value = settings[i].value;
    if (key == "optimization_level") {
      config.setBuilderOptimizationLevel(static_cast<int32_t>(number(value)));
    } else if (key == "flag") {
      config.setFlag(static_cast<BuilderFlag>(valueOf(kFLAGS, "flag", value)));
    } else if (key == "no_flag") {
      config.clearFlag(static_cast<BuilderFlag>(valueOf(kFLAGS, "flag", value)));
    } else if (key == "verbosity") {
      config.setProfilingVerbosity(static_cast<ProfilingVerbosity>(valueOf(kVERBOSITIES, "verbosity", value)));
    } else if (key == "capabilities") {
      setCapabilities(config, value);
    } else if (key == "platform") {
      setPlatform(version, config, value);
    } else if (key == "workspace") {
      config.setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, static_cast<size_t>(number(value)));
    } else if (key == "profile") {
      if (profile == nullptr && (profile = builder.createOptimizationProfile()) == nullptr) {
        throw std::runtime_error("TensorRT made no profile");
      }
      setProfile(*profile, value);
    } else {
      throw Unsupported("setting " + key);
    }
  }
  if (profile != nullptr && config.addOptimizationProfile(profile) < 0) {
    throw std::runtime_error("TensorRT refused the profile: its shapes do not fit the model");
  }
}

template <typename T>
std::unique_ptr<T> made(T* p, char const* what) {
  if (p == nullptr) throw std::runtime_error(std::string("TensorRT made no ") + what);
  return std::unique_ptr<T>(p);
}

template <typename F>
F* symbol(void* library, char const* name, char const* path) {
  void* s = dlsym(library, name);
  if (s == nullptr) throw std::runtime_error(std::string(path) + " has no " + name);
  return reinterpret_cast<F*>(s);
}

void* open(char const* path) {
  // Local, so that one family's symbols never stand in for another's; never unloaded, because TensorRT's
  // destructors crash at exit when its library is gone.
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    char const* why = dlerror();
    throw std::runtime_error(why != nullptr ? why : path);
  }
  return library;
}

// Runs one entry's work and turns whatever is thrown into a status and a text.
template <typename F>
int guarded(char* text, size_t size, F&& work) noexcept {
  try {
    work();
    return PLANLINT_OK;
  } catch (Unsupported const& e) {
    copyText(text, size, e.what());
    return PLANLINT_UNSUPPORTED;
  } catch (WriteFailed const& e) {
    copyText(text, size, e.what());
    return PLANLINT_WRITE;
  } catch (std::exception const& e) {
    copyText(text, size, e.what());
  } catch (...) {
    copyText(text, size, "an exception that says nothing");
  }
  return PLANLINT_FAILED;
}

}  // namespace

struct planlint_core {
  Log log;
  int32_t version = 0;  // of the library
  void* (*createBuilder)(void*, int32_t) = nullptr;
  void* (*createParser)(void*, void*, int) = nullptr;
};

namespace {

std::vector<char> readModel(char const* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(std::string("the model ") + path + " cannot be opened");
  std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw std::runtime_error(std::string("the model ") + path + " cannot be read");
  return bytes;
}

void parse(planlint_core& c, INetworkDefinition& network, char const* path,
           std::unique_ptr<nvonnxparser::IParser>& parser) {
  parser = made(static_cast<nvonnxparser::IParser*>(c.createParser(&network, &c.log, NV_ONNX_PARSER_VERSION)), "parser");
  auto const model = readModel(path);
  // The path lets the parser find weights that are kept beside the model.
  if (parser->parse(model.data(), model.size(), path)) return;
  std::string why = "the model could not be parsed";
  if (parser->getNbErrors() > 0 && parser->getError(0)->desc() != nullptr) why += std::string(": ") + parser->getError(0)->desc();
  throw std::runtime_error(why);
}

// True if headers and library both have IBuilder::buildSerializedNetworkToStream, which came with 10.13. A
// library older than the headers lacks what was appended to its classes since.
bool streams(planlint_core const& c) {
#if NV_TENSORRT_MAJOR == 10
  return PLANLINT_STREAMS && c.version >= 101300;
#else
  (void)c;
  return PLANLINT_STREAMS;
#endif
}

bool build(planlint_core const& c, IBuilder& builder, INetworkDefinition& network, IBuilderConfig& config, Frames& frames) {
#if PLANLINT_STREAMS
  if (streams(c)) {
    Stream stream(frames);
    return builder.buildSerializedNetworkToStream(network, config, stream);
  }
#endif
  (void)c;
  std::unique_ptr<IHostMemory> plan(builder.buildSerializedNetwork(network, config));
  return plan != nullptr && frames.write(static_cast<char const*>(plan->data()), plan->size());
}

void serialize(planlint_core const& c, IBuilder& builder, INetworkDefinition& network, IBuilderConfig& config, Frames& frames) {
  bool const done = build(c, builder, network, config, frames);
  if (frames.error() != 0) throw WriteFailed(std::string("the plan could not be handed on: ") + strerror(frames.error()));
  if (!done) throw std::runtime_error("TensorRT gave no plan");
  if (frames.written() == 0) throw std::runtime_error("TensorRT gave an empty plan");
}

}  // namespace

extern "C" {

int32_t planlint_header_version(void) { return NV_TENSORRT_VERSION; }

int planlint_streams(planlint_core const* c) { return streams(*c) ? 1 : 0; }

int planlint_open(char const* core, char const* parser, planlint_core** out, int32_t* version, char* text, size_t size) {
  return guarded(text, size, [&] {
    auto c = std::make_unique<planlint_core>();
    void* const library = open(core);
    *version = c->version = symbol<int32_t()>(library, "getInferLibVersion", core)();
    c->createBuilder = symbol<void*(void*, int32_t)>(library, "createInferBuilder_INTERNAL", core);
    c->createParser = symbol<void*(void*, void*, int)>(open(parser), "createNvOnnxParser_INTERNAL", parser);
    *out = c.release();
  });
}

int planlint_build(planlint_core* c, char const* model, planlint_setting const* settings, size_t count, int descriptor,
                   char type, int64_t* written, char* text, size_t size) {
  Frames frames(descriptor, type);
  int const status = guarded(text, size, [&] {
    // Destroyed in the reverse order: the parser before the network, the builder last.
    auto const builder = made(static_cast<IBuilder*>(c->createBuilder(&c->log, NV_TENSORRT_VERSION)), "builder");
#if NV_TENSORRT_MAJOR == 8
    auto const flag = NetworkDefinitionCreationFlag::kEXPLICIT_BATCH;
#else
    auto const flag = NetworkDefinitionCreationFlag::kSTRONGLY_TYPED;
#endif
    auto const network = made(builder->createNetworkV2(1U << static_cast<uint32_t>(flag)), "network");
    std::unique_ptr<nvonnxparser::IParser> parser;
    parse(*c, *network, model, parser);
    auto const config = made(builder->createBuilderConfig(), "configuration");
    configure(c->version, *builder, *config, settings, count);
    serialize(*c, *builder, *network, *config, frames);
  });
  *written = frames.written();
  return status;
}

int planlint_record(planlint_core* c, int* severity, char* text, size_t size) {
  bool taken = false;
  guarded(text, size, [&] { taken = c->log.take(severity, text, size); });
  return taken ? 1 : 0;
}

}  // extern "C"
