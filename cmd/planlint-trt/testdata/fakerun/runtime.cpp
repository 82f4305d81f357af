// A TensorRT that runs plans of text (plan.h), compiled against the headers of any family.

#include "context.h"

namespace {

struct Inspector final : Facade<IEngineInspector, apiv::VEngineInspector> {
  Inspector(Plan& plan) {
    object.on<&apiv::VEngineInspector::getEngineInformation>([&plan](LayerInformationFormat) -> char const* {
      return plan.has("layers") ? nullptr : "{\"Layers\": [\"whole\"], \"Bindings\": []}";
    });
    object.on<&apiv::VEngineInspector::getLayerInformation>([&plan](int32_t i, LayerInformationFormat) -> char const* {
      return plan.has("mute") ? "" : i == 0 ? "\"first\"" : "{\"Name\": \"second\"}";
    });
  }
};

struct Engine final : Facade<ICudaEngine, apiv::VCudaEngine> {
  Plan plan;
  uintptr_t weights = 0;
  int contexts = 0;
  int64_t budget = -7;

  explicit Engine(std::string const& text) : plan(text) {
    if (cuda<Allocate>("cuMemAlloc_v2")(&weights, 1 << 20) != 0) weights = 0;
    using V = apiv::VCudaEngine;
    object.on<&V::getNbIOTensors>([this] { return static_cast<int32_t>(plan.tensors.size()); });
    object.on<&V::getIOTensorName>([this](int32_t i) { return plan.tensors[static_cast<size_t>(i)].name.c_str(); });
    object.on<&V::getTensorIOMode>([this](char const* n) { return plan.at(n).input() ? TensorIOMode::kINPUT : TensorIOMode::kOUTPUT; });
    object.on<&V::getTensorLocation>([this](char const* n) { return plan.at(n).onHost() ? TensorLocation::kHOST : TensorLocation::kDEVICE; });
    object.on<&V::getTensorDataType>([this](char const* n) { return static_cast<DataType>(plan.at(n).type); });
    object.on<&V::getTensorShape>([this](char const* n) { return dims(plan.at(n).shape); });
    object.on<&V::getTensorFormatDesc>([](char const*) { return "Row major \"linear\""; });
    object.on<&V::getTensorFormatDescV2>([](char const*, int32_t) { return "Channel major with 4 channels to a vector"; });
    object.on<&V::getTensorFormatV2>([this](char const*, int32_t) { return plan.has("vectors") ? TensorFormat::kCHW4 : TensorFormat::kLINEAR; });
    object.on<&V::getTensorVectorizedDimV2>([this](char const*, int32_t) { return plan.has("vectors") ? 1 : -1; });
    object.on<&V::getName>([] { return "fake \"network\"\n"; });
    object.on<&V::getNbLayers>([] { return 2; });
    object.on<&V::getNbOptimizationProfiles>([this] { return plan.profiles(); });
    object.on<&V::getProfilingVerbosity>([this] { return plan.has("quiet") ? ProfilingVerbosity::kNONE : ProfilingVerbosity::kDETAILED; });
    object.on<&V::getEngineCapability>([] { return EngineCapability::kSTANDARD; });
    object.on<&V::getHardwareCompatibilityLevel>([] { return HardwareCompatibilityLevel::kAMPERE_PLUS; });
    object.on<&V::isRefittable>([] { return true; });
    object.on<&V::getNbAuxStreams>([] { return 3; });
    object.on<&V::createEngineInspector>([this]() -> IEngineInspector* { return new Inspector(plan); });
    object.on<&V::getProfileShape>([this](char const* n, int32_t p, OptProfileSelector s) {
      auto const& t = plan.at(n);
      return dims(t.profiles.empty() ? t.shape : t.profiles.at(static_cast<size_t>(p))[static_cast<size_t>(s)]);
    });
#if NV_TENSORRT_MAJOR == 8
    object.on<&V::getDeviceMemorySize>([]() -> size_t { return 4096; });
    object.on<&V::createExecutionContext>([this] { return context(); });
    object.on<&V::getNbBindings>([this] { return static_cast<int32_t>(plan.tensors.size()) * plan.profiles(); });
    object.on<&V::getBindingIndex>([this](char const* n) {
      int32_t i = 0;
      while (plan.tensors[static_cast<size_t>(i)].name != n) ++i;
      return i;
    });
    object.on<&V::getProfileShapeValues>([this](int32_t p, int32_t binding, OptProfileSelector s) {
      auto const& t = plan.tensors[static_cast<size_t>(binding) - plan.tensors.size() * static_cast<size_t>(p)];
      return t.values32.empty() ? nullptr : t.values32.at(static_cast<size_t>(p))[static_cast<size_t>(s)].data();
    });
#else
    object.on<&V::createExecutionContext>([this](ExecutionContextAllocationStrategy) { return context(); });
    object.on<&V::getStreamableWeightsSize>([this]() -> int64_t { return plan.has("streams") ? 1000 : 0; });
    auto const budgets = [this](int64_t bytes) {
      budget = bytes;
      return !plan.has("refuse-budget");
    };
#if NV_TENSORRT_MAJOR == 10
    object.on<&V::getDeviceMemorySize>([]() -> size_t { return 4096; });
    object.on<&V::setWeightStreamingBudget>(budgets);
    object.on<&V::getProfileTensorValues>([this](char const* n, int32_t p, OptProfileSelector s) {
      auto const& t = plan.at(n);
      return t.values32.empty() ? nullptr : t.values32.at(static_cast<size_t>(p))[static_cast<size_t>(s)].data();
    });
#else
    object.on<&V::getDeviceMemorySizeV2>([]() -> int64_t { return 4096; });
    object.on<&V::setWeightStreamingBudgetV2>(budgets);
    object.on<&V::getWeightStreamingAutomaticBudget>([]() -> int64_t { return 500; });
    object.on<&V::getProfileTensorValuesV2>([this](char const* n, int32_t p, OptProfileSelector s) -> int64_t const* {
      auto const& t = plan.at(n);
      return t.values64.empty() ? nullptr : t.values64.at(static_cast<size_t>(p))[static_cast<size_t>(s)].data();
    });
#endif
#if NV_TENSORRT_MAJOR != 10 || NV_TENSORRT_MINOR >= 15
    object.on<&V::getAliasedInputTensor>([this](char const* n) -> char const* {
      auto const& t = plan.at(n);
      return t.kind == "grown" ? t.source.c_str() : nullptr;
    });
#endif
#endif
  }
  ~Engine() override {
    if (weights != 0) cuda<Free>("cuMemFree_v2")(weights);
  }

  IExecutionContext* context() {
    if (plan.has("no-context")) {
      gLog->log(ILogger::Severity::kERROR, "createExecutionContext: Error Code 2: OutOfMemory");
      return nullptr;
    }
    ++contexts;
    return new Context(plan, plan.has("own-profile") ? -1 : 0);
  }
};

struct Runtime final : Facade<IRuntime, apiv::VRuntime> {
  bool hostCode = false;
  Runtime() {
    using V = apiv::VRuntime;
    object.on<&V::setEngineHostCodeAllowed>([this](bool allowed) { hostCode = allowed; });
#if NV_TENSORRT_MAJOR == 8
    object.on<&V::deserializeCudaEngine>([this](void const* blob, size_t size, IPluginFactory*) { return load(blob, size); });
#else
    object.on<static_cast<ICudaEngine* (V::*)(void const*, size_t) noexcept>(&V::deserializeCudaEngine)>(
        [this](void const* blob, size_t size) { return load(blob, size); });
#endif
  }
  ICudaEngine* load(void const* blob, size_t size) {
    std::string const text(static_cast<char const*>(blob), size);
    gLog->log(ILogger::Severity::kINFO, "loads");
    if (text.find("wish crash") != std::string::npos) abort();
    if (text.find("wish host-code") != std::string::npos && !hostCode) {
      gLog->log(ILogger::Severity::kERROR, "Error Code 1: host code is\nnot allowed");
      return nullptr;
    }
    if (text.rfind("input", 0) != 0) {
      gLog->log(ILogger::Severity::kERROR, "Error Code 1: Serialization (magicTag does not match)");
      return nullptr;
    }
    return new Engine(text);
  }
};

// A builder that knows one network.
constexpr char kSAMPLE[] = "input x 0 4\noutput y 0 4\nwish rectifies\n";

struct Layer final : IActivationLayer {
  Object object;
  Facade<ITensor, apiv::VTensor> output;
  Layer() {
    mLayer = reinterpret_cast<apiv::VLayer*>(&object);
    object.on<&apiv::VLayer::getOutput>([this](int32_t) -> ITensor* { return &output; });
  }
};

struct Builder final : Facade<IBuilder, apiv::VBuilder> {
  using Network = Facade<INetworkDefinition, apiv::VNetworkDefinition>;
  using Memory = Facade<IHostMemory, apiv::VHostMemory>;
  Builder() {
    using V = apiv::VBuilder;
    object.on<&V::createNetworkV2>([](NetworkDefinitionCreationFlags) -> INetworkDefinition* {
      auto const n = new Network;
      n->object.on<&apiv::VNetworkDefinition::addInput>([](char const* name, DataType type, Dims const& d) -> ITensor* {
        bool const right = std::string(name) == "x" && type == DataType::kFLOAT && d.nbDims == 1 && d.d[0] == 4;
        return right ? new Facade<ITensor, apiv::VTensor> : nullptr;
      });
      n->object.on<&apiv::VNetworkDefinition::addActivation>(
          [](ITensor&, ActivationType type) -> IActivationLayer* { return type == ActivationType::kRELU ? new Layer : nullptr; });
      return n;
    });
    object.on<&V::createBuilderConfig>([]() -> IBuilderConfig* { return new Facade<IBuilderConfig, apiv::VBuilderConfig>; });
    object.on<&V::buildSerializedNetwork>([](INetworkDefinition&, IBuilderConfig&) -> IHostMemory* {
      auto const m = new Memory;
      m->object.on<&apiv::VHostMemory::data>([]() -> void* { return const_cast<char*>(kSAMPLE); });
      m->object.on<&apiv::VHostMemory::size>([] { return sizeof kSAMPLE - 1; });
      return m;
    });
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) int getInferLibVersion() { return NV_TENSORRT_VERSION; }

extern "C" __attribute__((visibility("default"))) void* createInferBuilder_INTERNAL(void* log, int) {
  if (getenv("FAKE_BUILDER") != nullptr) return static_cast<IBuilder*>(new Builder);
  static_cast<ILogger*>(log)->log(ILogger::Severity::kERROR, "Unable to load library: libnvinfer_builder_resource_sm120.so.1.2.3: cannot open");
  return nullptr;
}

extern "C" __attribute__((visibility("default"))) void* createInferRuntime_INTERNAL(void* log, int) {
  gLog = static_cast<ILogger*>(log);
  if (getenv("FAKE_NO_RUNTIME") != nullptr) {
    gLog->log(ILogger::Severity::kERROR, "no runtime for this GPU");
    return nullptr;
  }
  return static_cast<IRuntime*>(new Runtime);
}
