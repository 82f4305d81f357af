// A TensorRT that knows nothing: core, parser and plugin library in one. It is compiled by a test, against the
// headers of any family, on amd64. Every virtual method returns 0, but for a few, which say in a journal how they
// were called; the journal is the plan. PLANLINT_FAKE_CORE makes it misbehave: "PLACE:DEED". At its end it aborts, as
// some TensorRTs do.

#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

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

// An object whose class is made at run time: its virtual table has 256 methods, which look for what to do.
struct Object {
  using Method = std::function<long(long const* integers, float const* floats)>;
  void* const* table;
  std::map<size_t, Method> methods;

  Object();

  template <typename M>
  Object& on(M method, Method what) {
    methods[indexOf(method)] = std::move(what);
    return *this;
  }

  // A pointer to a virtual method is its offset in the table and 1.
  template <typename M>
  static size_t indexOf(M method) {
    size_t raw = 0;
    memcpy(&raw, &method, sizeof raw);
    return (raw - 1) / sizeof(void*);
  }
};

// TensorRT 8 passes shapes by value, which is on the stack; what is there in other methods nobody looks at.
template <size_t I>
long slot(Object* self, long a, long b, long c, long d, float x, float y, Dims byValue) {
  auto const found = self->methods.find(I);
  if (found == self->methods.end()) return 0;
  long const integers[] = {a, b, c, d, reinterpret_cast<long>(&byValue)};
  float const floats[] = {x, y};
  return found->second(integers, floats);
}

template <size_t... I>
void* const* slots(std::index_sequence<I...>) {
  static void* const all[] = {reinterpret_cast<void*>(&slot<I>)...};
  return all;
}

Object::Object() : table(slots(std::make_index_sequence<256>())) {}

// An interface of TensorRT's around an object.
template <typename I, typename V>
struct Facade final : I {
  Object object;
  std::function<void()> end;  // called when it is destroyed
  Facade() { this->mImpl = reinterpret_cast<V*>(&object); }
  ~Facade() override {
    if (end) end();
  }
};

struct Layer final : ILayer {
  Object object;
  Layer() { mLayer = reinterpret_cast<apiv::VLayer*>(&object); }
};

using Network = Facade<INetworkDefinition, apiv::VNetworkDefinition>;
using Config = Facade<IBuilderConfig, apiv::VBuilderConfig>;
using Profile = Facade<IOptimizationProfile, apiv::VOptimizationProfile>;
using Memory = Facade<IHostMemory, apiv::VHostMemory>;
using Cache = Facade<ITimingCache, apiv::VTimingCache>;
using Tensor = Facade<ITensor, apiv::VTensor>;
using Builder = Facade<IBuilder, apiv::VBuilder>;

template <typename T>
long pointer(T* p) { return reinterpret_cast<long>(p); }

char const* text(long p) { return reinterpret_cast<char const*>(p); }

long memory(std::string const& content) {
  auto const m = new Memory;
  m->object.on(&apiv::VHostMemory::data, [content](auto, auto) { return pointer(content.data()); });
  m->object.on(&apiv::VHostMemory::size, [content](auto, auto) { return static_cast<long>(content.size()); });
  return pointer(static_cast<IHostMemory*>(m));
}

int made = 0;             // builders, ever
std::set<int> builders;  // numbers of those that there are

long timingCache(std::string content) {
  if (content.rfind("CACHE", 0) != 0) content = "CACHE";  // as the real one does with what it cannot read
  auto const c = new Cache;
  c->object.on(&apiv::VTimingCache::serialize, [content](auto, auto) { return memory(content); });
  return pointer(static_cast<ITimingCache*>(c));
}

// Values that were set, unless setters are to be deaf.
struct State {
  std::map<std::string, long> values;
  void set(std::string const& name, long value) {
    note(name + " " + std::to_string(value));
    if (reach("set")) values[name] = value;
  }
};

template <typename S, typename G>
void property(Object& object, State& state, char const* name, S setter, G getter) {
  object.on(setter, [&state, name](auto a, auto) { state.set(name, static_cast<int32_t>(a[0])); return 1L; });
  object.on(getter, [&state, name](auto, auto) { return state.values[name]; });
}

// Values with an index, which is the argument at some place.
template <typename S, typename G>
void indexed(Object& object, State& state, std::string const& name, S setter, G getter, int index, int value) {
  auto const key = [name](long i) { return name + " " + std::to_string(static_cast<int32_t>(i)); };
  object.on(setter, [&state, key, index, value](auto a, auto) { state.set(key(a[index]), a[value]); return 1L; });
  object.on(getter, [&state, key](auto a, auto) { return state.values[key(a[0])]; });
}

#define PROPERTY(name) property(o, state, #name, &apiv::VBuilderConfig::set##name, &apiv::VBuilderConfig::get##name)

long configuration() {
  if (!reach("config")) return 0;
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
  o.on(&V::setBuildRoute, [](auto a, auto) { note(std::string("BuildRoute ") + text(a[0])); route = text(a[0]); return 1L; });
  o.on(&V::getBuildRoute, [](auto, auto) { return pointer(route.c_str()); });
  o.on(&V::getAllBuildRoutes, [](auto, auto) { return pointer("{\"tuner_options\": []}"); });
#endif
  indexed(o, state, "PreviewFeature", &V::setPreviewFeature, &V::getPreviewFeature, 0, 1);
  indexed(o, state, "MemoryPoolLimit", &V::setMemoryPoolLimit, &V::getMemoryPoolLimit, 0, 1);
  auto const flag = [](long f) { return "Flag " + std::to_string(static_cast<int32_t>(f)); };
  state.values[flag(static_cast<long>(BuilderFlag::kTF32))] = 1;
  o.on(&V::setFlag, [&state, flag](auto a, auto) { state.set(flag(a[0]), 1); return 0L; });
  o.on(&V::clearFlag, [&state, flag](auto a, auto) { state.set(flag(a[0]), 0); return 0L; });
  o.on(&V::getFlag, [&state, flag](auto a, auto) { return state.values[flag(a[0])]; });
  o.on(&V::addOptimizationProfile, [&state](auto, auto) { return state.values["profiles"]++; });
  o.on(&V::setPluginsToSerialize, [&state](auto a, auto) {
    for (int i = 0; i < static_cast<int32_t>(a[1]); ++i) note(std::string("serialize ") + reinterpret_cast<char const* const*>(a[0])[i]);
    state.values["plugins"] = static_cast<int32_t>(a[1]);
    return 0L;
  });
  o.on(&V::getNbPluginsToSerialize, [&state](auto, auto) { return state.values["plugins"]; });
  o.on(&V::createTimingCache, [](auto a, auto) { return timingCache(std::string(text(a[0]), static_cast<size_t>(a[1]))); });
  o.on(&V::setTimingCache, [](auto a, auto) {
    auto& cache = *reinterpret_cast<ITimingCache*>(a[0]);
    std::unique_ptr<IHostMemory> const m(cache.serialize());
    std::string const content(static_cast<char const*>(m->data()), m->size());
    bool const ignore = (a[1] & 1) != 0;
    if (content.find("other GPU") != std::string::npos && !ignore) return 0L;
    note("TimingCache " + content);
    static_cast<Cache&>(cache).end = [user = made] {
      if (builders.count(user) > 0) abort();  // TensorRT says that the cache must outlive it
    };
    // What a build adds to it.
    static_cast<Cache&>(cache).object.on(&apiv::VTimingCache::serialize, [content](auto, auto) { return memory(content + "+"); });
    return 1L;
  });
  return pointer(static_cast<IBuilderConfig*>(config));
}

long optimizationProfile() {
  auto const profile = new Profile;
  using V = apiv::VOptimizationProfile;
  note("profile");
  profile->object.on(&V::setDimensions, [](auto a, auto) {
    auto const& d = *reinterpret_cast<Dims const*>(a[NV_TENSORRT_MAJOR == 8 ? 4 : 2]);
    std::string line = std::string("dimensions ") + text(a[0]) + " " + std::to_string(static_cast<int32_t>(a[1])) + ":";
    for (int i = 0; i < d.nbDims; ++i) line += " " + std::to_string(d.d[i]);
    note(line);
    return 1L;
  });
  auto const values = [](auto const* list, long const* a, char const* bits) {
    std::string line = std::string("values") + bits + " " + text(a[0]) + " " + std::to_string(static_cast<int32_t>(a[1])) + ":";
    for (int i = 0; i < static_cast<int32_t>(a[3]); ++i) line += " " + std::to_string(list[i]);
    note(line);
    return 1L;
  };
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
  profile->object.on(&V::setShapeValues, [values](auto a, auto) { return values(reinterpret_cast<int32_t const*>(a[2]), a, "32"); });
#endif
#if NV_TENSORRT_MAJOR != 8
  profile->object.on(&V::setShapeValuesV2, [values](auto a, auto) { return values(reinterpret_cast<int64_t const*>(a[2]), a, "64"); });
#endif
  return pointer(static_cast<IOptimizationProfile*>(profile));
}

Tensor* tensor(char const* name) {
  auto const t = new Tensor;
  using V = apiv::VTensor;
  t->object.on(&V::getName, [name](auto, auto) { return pointer(name); });
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
  t->object.on(&V::setDynamicRange, [name](auto, auto x) {
    note(std::string("range ") + name + " " + std::to_string(x[0]) + " " + std::to_string(x[1]));
    return 1L;
  });
#endif
  return t;
}

bool quantizes = false;  // what the model has

// One input, x, and two layers: a convolution, and a Relu or a quantization. The second has no second output.
long network(long flags) {
  if (!reach("network")) return 0;
  note("network " + std::to_string(static_cast<uint32_t>(flags)));
  auto const n = new Network;
  using V = apiv::VNetworkDefinition;
  static ITensor* const x = tensor("x");
  static ITensor* const outputs[] = {tensor("conv"), tensor("y")};
  static Layer layers[2];
  for (int i = 0; i < 2; ++i) {
    layers[i].object.on(&apiv::VLayer::getType, [i](auto, auto) {
      return static_cast<long>(i == 0 ? LayerType::kCONVOLUTION : quantizes ? LayerType::kQUANTIZE : LayerType::kACTIVATION);
    });
    layers[i].object.on(&apiv::VLayer::getNbOutputs, [i](auto, auto) { return i + 1L; });
    layers[i].object.on(&apiv::VLayer::getOutput, [i](auto a, auto) { return static_cast<int32_t>(a[0]) == 0 ? pointer(outputs[i]) : 0L; });
  }
  n->object.on(&V::getNbInputs, [](auto, auto) { return 1L; });
  n->object.on(&V::getInput, [](auto, auto) { return pointer(x); });
  n->object.on(&V::getNbLayers, [](auto, auto) { return 2L; });
  n->object.on(&V::getLayer, [](auto a, auto) { return pointer(static_cast<ILayer*>(&layers[a[0] & 1])); });
  return pointer(static_cast<INetworkDefinition*>(n));
}

long registry() {
  static Object r;
  r.on(&IPluginRegistry::loadLibrary, [](auto a, auto) {
    note(std::string("load ") + text(a[0]));
    return access(text(a[0]), R_OK) == 0 ? 1L : 0L;
  });
  return pointer(&r);
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
  builders.insert(++made);
  b->end = [number = made] { builders.erase(number); };
  using V = apiv::VBuilder;
  b->object.on(&V::createNetworkV2, [](auto a, auto) { return network(a[0]); });
  b->object.on(&V::createBuilderConfig, [](auto, auto) { return configuration(); });
  b->object.on(&V::createOptimizationProfile, [](auto, auto) { return optimizationProfile(); });
  b->object.on(&V::getPluginRegistry, [](auto, auto) { return registry(); });
  b->object.on(&V::getNbDLACores, [](auto, auto) { return 2L; });
  b->object.on(&V::buildSerializedNetwork, [](auto, auto) {
    note("from memory");
    return reach("build") ? memory(journal) : 0L;
  });
#if NV_TENSORRT_MAJOR != 8
  b->object.on(&V::buildSerializedNetworkToStream, [](auto a, auto) {
    note("to stream");
    auto& writer = *reinterpret_cast<IStreamWriter*>(a[2]);
    if (!reach("build")) return 0L;
    auto const half = static_cast<int64_t>(journal.size() / 2);
    if (writer.write(journal.data(), half) != half) return 0L;
    if (!reach("middle")) return 0L;
    auto const rest = static_cast<int64_t>(journal.size()) - half;
    return writer.write(journal.data() + half, rest) == rest ? 1L : 0L;
  });
#endif
  return static_cast<IBuilder*>(b);
}

void* parser(void*, void*, int) {
  if (!reach("parser")) return nullptr;
  static Object p;
  p.on(&nvonnxparser::IParser::parse, [](auto a, auto) {
    quantizes = strstr(std::string(text(a[0]), static_cast<size_t>(a[1])).c_str(), "quantize") != nullptr;
    return reach("parse") ? 1L : 0L;
  });
  return &p;
}

bool plugins(void* log, char const*) {
  static_cast<ILogger*>(log)->log(ILogger::Severity::kINFO, "TensorRT's own plugins");
  return reach("plugins");
}

}  // extern "C"
