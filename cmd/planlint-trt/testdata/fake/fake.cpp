// A TensorRT that knows nothing: core, parser and plugin library in one. It is compiled by a test, against the
// headers of any family, on amd64. Every virtual method returns 0, but for a few, which say in a journal how they
// were called; the journal is the plan. PLANLINT_FAKE_CORE makes it misbehave: "PLACE:DEED". At its end it aborts, as
// some TensorRTs do.

#include "../object.h"

#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

using namespace nvinfer1;

namespace {

std::string journal;

void note(std::string const& line) { journal += line + "\n"; }

std::string wish() {
  char const* const text = getenv("PLANLINT_FAKE_CORE");
  return text != nullptr ? text : "";
}

// Does the deed that is wished for at a place. Returns false if the place is to fail quietly.
bool reach(std::string const& place) {
  std::string const w = wish();
  if (w.rfind(place + ":", 0) != 0) return true;
  std::string const deed = w.substr(place.size() + 1);
  if (deed == "abort") abort();
  if (deed == "crash") *reinterpret_cast<int volatile*>(8) = 1;
  if (deed == "kill") raise(SIGKILL);
  if (deed == "exit") exit(3);
  if (deed == "throw") throw std::runtime_error("thrown\nby the fake");
  if (deed == "throw-number") throw 7;
  if (deed == "thread") std::thread([] { throw std::runtime_error("thrown by a thread"); }).join();
  if (deed == "hang") pause();
  if (deed == "eat") {
    for (;;) memset(malloc(1 << 20), 1, 1 << 20);
  }
  if (deed == "noise") {
    for (int i = 0; i < 100000; ++i) (void)!write(2, "noise \x1b[31m\0\xff", 13);
    abort();
  }
  if (deed == "child") {  // a crash that leaves somebody behind, who has the pipes until the parent closes them
    if (fork() == 0) {
      setpgid(0, 0);
      close(1);
      close(2);
      char c;
      while (read(3, &c, 1) > 0) continue;
      _exit(0);
    }
    raise(SIGKILL);
  }
  return false;
}

struct Layer final : ILayer {
  Object object;
  Layer() { mLayer = reinterpret_cast<apiv::VLayer*>(&object); }
};

using Network = Facade<INetworkDefinition, apiv::VNetworkDefinition>;
using Config = Facade<IBuilderConfig, apiv::VBuilderConfig>;
using Profile = Facade<IOptimizationProfile, apiv::VOptimizationProfile>;
using Memory = Facade<IHostMemory, apiv::VHostMemory>;
using Tensor = Facade<ITensor, apiv::VTensor>;

int made = 0;             // builders, ever
std::set<int> builders;  // numbers of those that there are

struct Builder final : Facade<IBuilder, apiv::VBuilder> {
  int const number = ++made;
  Builder() { builders.insert(number); }
  ~Builder() override { builders.erase(number); }
};

struct Cache final : Facade<ITimingCache, apiv::VTimingCache> {
  int user = 0;  // the builder
  ~Cache() override {
    if (builders.count(user) > 0) abort();  // TensorRT says that it must outlive it
  }
};

IHostMemory* memory(std::string const& content) {
  auto const m = new Memory;
  m->object.on<&apiv::VHostMemory::data>([content] { return const_cast<char*>(content.data()); });
  m->object.on<&apiv::VHostMemory::size>([content] { return content.size(); });
  return m;
}

ITimingCache* timingCache(std::string content) {
  if (content.rfind("CACHE", 0) != 0) content = "CACHE";  // as the real one does with what it cannot read
  auto const c = new Cache;
  c->object.on<&apiv::VTimingCache::serialize>([content] { return memory(content); });
  return c;
}

// Values that were set, unless setters are to be deaf.
struct State {
  std::map<std::string, long> values;
  void set(std::string const& name, long value) {
    note(name + " " + std::to_string(value));
    if (reach("set")) values[name] = value;
  }
};

template <auto Set, auto Get>
void property(Object& object, State& state, char const* name) {
  object.on<Set>([&state, name](auto value) { return state.set(name, static_cast<long>(value)), true; });
  object.on<Get>([&state, name] { return static_cast<typename Signature<decltype(Get)>::Result>(state.values[name]); });
}

// Values with an index.
template <auto Set, auto Get>
void indexed(Object& object, State& state, std::string const& name) {
  auto const key = [name](auto i) { return name + " " + std::to_string(static_cast<int32_t>(i)); };
  object.on<Set>([&state, key](auto i, auto value) { return state.set(key(i), static_cast<long>(value)), true; });
  object.on<Get>([&state, key](auto i) { return static_cast<typename Signature<decltype(Get)>::Result>(state.values[key(i)]); });
}

#define PROPERTY(name) property<&V::set##name, &V::get##name>(o, state, #name)

IBuilderConfig* configuration() {
  if (!reach("config")) return nullptr;
  auto const config = new Config;
  auto& o = config->object;
  auto& state = *new State;
  using V = apiv::VBuilderConfig;
  PROPERTY(BuilderOptimizationLevel);
  PROPERTY(ProfilingVerbosity);
  PROPERTY(EngineCapability);
  PROPERTY(HardwareCompatibilityLevel);
  PROPERTY(DefaultDeviceType);
  PROPERTY(DLACore);
  PROPERTY(MaxAuxStreams);
  PROPERTY(TacticSources);
#if NV_TENSORRT_MAJOR != 8
  PROPERTY(RuntimePlatform);
  PROPERTY(MaxNbTactics);
  PROPERTY(TilingOptimizationLevel);
  PROPERTY(L2LimitForTiling);
#endif
#if NV_TENSORRT_MAJOR == 11
  static std::string route;
  o.on<&V::setBuildRoute>([](char const* text) { return note(std::string("BuildRoute ") + text), route = text, true; });
  o.on<&V::getBuildRoute>([] { return route.c_str(); });
  o.on<&V::getAllBuildRoutes>([] { return "{\"tuner_options\": []}"; });
#endif
  indexed<&V::setPreviewFeature, &V::getPreviewFeature>(o, state, "PreviewFeature");
  indexed<&V::setMemoryPoolLimit, &V::getMemoryPoolLimit>(o, state, "MemoryPoolLimit");
  auto const flag = [](BuilderFlag f) { return "Flag " + std::to_string(static_cast<int32_t>(f)); };
  state.values[flag(BuilderFlag::kTF32)] = 1;
  o.on<&V::setFlag>([&state, flag](BuilderFlag f) { state.set(flag(f), 1); });
  o.on<&V::clearFlag>([&state, flag](BuilderFlag f) { state.set(flag(f), 0); });
  o.on<&V::getFlag>([&state, flag](BuilderFlag f) { return state.values[flag(f)] != 0; });
  o.on<&V::addOptimizationProfile>([&state](IOptimizationProfile const*) { return static_cast<int32_t>(state.values["profiles"]++); });
  o.on<&V::setPluginsToSerialize>([&state](char const* const* paths, int32_t count) {
    for (int i = 0; i < count; ++i) note(std::string("serialize ") + paths[i]);
    state.values["plugins"] = count;
  });
  o.on<&V::getNbPluginsToSerialize>([&state] { return static_cast<int32_t>(state.values["plugins"]); });
  o.on<&V::createTimingCache>([](void const* content, size_t size) { return timingCache(std::string(static_cast<char const*>(content), size)); });
  o.on<&V::setTimingCache>([](ITimingCache const& given, bool ignore) {
    auto& cache = static_cast<Cache&>(const_cast<ITimingCache&>(given));
    std::unique_ptr<IHostMemory> const m(cache.serialize());
    std::string const content(static_cast<char const*>(m->data()), m->size());
    if (content.find("other GPU") != std::string::npos && !ignore) return false;
    note("TimingCache " + content);
    cache.user = made;
    // What a build adds to it.
    cache.object.on<&apiv::VTimingCache::serialize>([content] { return memory(content + "+"); });
    return true;
  });
  return config;
}

template <typename T>
bool values(char const* bits, char const* input, OptProfileSelector which, T const* list, int32_t count) {
  std::string line = std::string("values") + bits + " " + input + " " + std::to_string(static_cast<int32_t>(which)) + ":";
  for (int i = 0; i < count; ++i) line += " " + std::to_string(list[i]);
  note(line);
  return true;
}

IOptimizationProfile* optimizationProfile() {
  auto const profile = new Profile;
  using V = apiv::VOptimizationProfile;
  note("profile");
  profile->object.on<&V::setDimensions>([](char const* input, OptProfileSelector which, Dims const& d) {
    std::string line = std::string("dimensions ") + input + " " + std::to_string(static_cast<int32_t>(which)) + ":";
    for (int i = 0; i < d.nbDims; ++i) line += " " + std::to_string(d.d[i]);
    note(line);
    return true;
  });
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
  profile->object.on<&V::setShapeValues>([](auto... a) { return values("32", a...); });
#endif
#if NV_TENSORRT_MAJOR != 8
  profile->object.on<&V::setShapeValuesV2>([](auto... a) { return values("64", a...); });
#endif
  return profile;
}

Tensor* tensor(char const* name) {
  auto const t = new Tensor;
  using V = apiv::VTensor;
  t->object.on<&V::getName>([name] { return name; });
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
  t->object.on<&V::setDynamicRange>([name](float least, float most) {
    note(std::string("range ") + name + " " + std::to_string(least) + " " + std::to_string(most));
    return true;
  });
#endif
  return t;
}

bool quantizes = false;  // what the model has

// One input, x, and two layers: a convolution, and a Relu or a quantization. The second has no second output.
INetworkDefinition* network(NetworkDefinitionCreationFlags flags) {
  if (!reach("network")) return nullptr;
  note("network " + std::to_string(flags));
  auto const n = new Network;
  using V = apiv::VNetworkDefinition;
  static ITensor* const x = tensor("x");
  static ITensor* const outputs[] = {tensor("conv"), tensor("y")};
  static Layer layers[2];
  for (int i = 0; i < 2; ++i) {
    auto& o = layers[i].object;
    o.on<&apiv::VLayer::getType>([i] { return i == 0 ? LayerType::kCONVOLUTION : quantizes ? LayerType::kQUANTIZE : LayerType::kACTIVATION; });
    o.on<&apiv::VLayer::getNbOutputs>([i] { return i + 1; });
    o.on<&apiv::VLayer::getOutput>([i](int32_t output) { return output == 0 ? outputs[i] : nullptr; });
  }
  n->object.on<&V::getNbInputs>([] { return 1; });
  n->object.on<&V::getInput>([](int32_t) { return x; });
  n->object.on<&V::getNbLayers>([] { return 2; });
  n->object.on<&V::getLayer>([](int32_t i) { return &layers[i & 1]; });
  return n;
}

IPluginRegistry& registry() {
  static Object r;
  r.on<&IPluginRegistry::loadLibrary>([](char const* path) {
    note(std::string("load ") + path);
    return access(path, R_OK) == 0 ? static_cast<void*>(&r) : nullptr;
  });
  return *reinterpret_cast<IPluginRegistry*>(&r);
}

}  // namespace

__attribute__((constructor)) static void begin() { reach("constructor"); }
__attribute__((destructor)) static void end() { abort(); }

// The functions have other names here than in the library: the headers declare those noexcept, and these throw.
#define EXPORTED(name) __asm__(#name) __attribute__((visibility("default")))

extern "C" {

int32_t version() EXPORTED(getInferLibVersion);
void* runtime(void*, int32_t) EXPORTED(createInferRuntime_INTERNAL);
void* builder(void*, int32_t) EXPORTED(createInferBuilder_INTERNAL);
void* parser(void*, void*, int) EXPORTED(createNvOnnxParser_INTERNAL);
bool plugins(void*, char const*) EXPORTED(initLibNvInferPlugins);

int32_t version() {
  reach("version");
  char const* const other = getenv("PLANLINT_FAKE_VERSION");
  return other != nullptr ? atoi(other) : NV_TENSORRT_VERSION;
}

void* runtime(void*, int32_t) { return nullptr; }

void* builder(void*, int32_t) {
  journal.clear();
  if (!reach("builder")) return nullptr;
  auto const b = new Builder;
  using V = apiv::VBuilder;
  b->object.on<&V::createNetworkV2>(network);
  b->object.on<&V::createBuilderConfig>(configuration);
  b->object.on<&V::createOptimizationProfile>(optimizationProfile);
  b->object.on<&V::getPluginRegistry>(registry);
  b->object.on<&V::getNbDLACores>([] { return 2; });
  b->object.on<&V::buildSerializedNetwork>([](INetworkDefinition&, IBuilderConfig&) {
    note("from memory");
    return reach("build") ? memory(journal) : nullptr;
  });
#if NV_TENSORRT_MAJOR != 8
  b->object.on<&V::buildSerializedNetworkToStream>([](INetworkDefinition&, IBuilderConfig&, IStreamWriter& writer) {
    note("to stream");
    if (!reach("build")) return false;
    auto const half = static_cast<int64_t>(journal.size() / 2);
    if (writer.write(journal.data(), half) != half) return false;
    if (!reach("middle")) return false;
    auto const rest = static_cast<int64_t>(journal.size()) - half;
    return writer.write(journal.data() + half, rest) == rest;
  });
#endif
  return static_cast<IBuilder*>(b);
}

void* parser(void*, void*, int) {
  if (!reach("parser")) return nullptr;
  static Object p;
  p.on<&nvonnxparser::IParser::parse>([](void const* model, size_t size, char const*) {
    quantizes = strstr(std::string(static_cast<char const*>(model), size).c_str(), "quantize") != nullptr;
    return reach("parse");
  });
  return &p;
}

bool plugins(void* log, char const*) {
  static_cast<ILogger*>(log)->log(ILogger::Severity::kINFO, "TensorRT's own plugins");
  return reach("plugins");
}

}  // extern "C"
