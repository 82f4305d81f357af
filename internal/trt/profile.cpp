//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Optimization profiles: the shapes that inputs may have, and the values of inputs that shapes depend on.

#include "configure.h"
#include "names.h"

#include <limits>
#include <type_traits>

// setShapeValuesV2 takes 64 bits. It came with 10.11 and is the only one since 11.0 and TensorRT-RTX 1.5.
#define PLANLINT_VALUES_64 PLANLINT_10(11)
#define PLANLINT_VALUES_32 (NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10)

namespace planlint {

using namespace nvinfer1;

namespace {

// One line of settings: INDEX;shape|values;MIN;OPT;MAX;INPUT, where MIN, OPT and MAX are numbers with commas
// between them. The input's name is last because it may have any characters.
struct Line {
  size_t index = 0;
  bool values = false;
  std::string texts[3];
  std::string input;

  explicit Line(std::string const& text) {
    std::istringstream in(text);
    std::string part;
    std::getline(in, part, ';');
    index = static_cast<size_t>(number(part));
    std::getline(in, part, ';');
    values = part == "values";
    for (auto& t : texts) std::getline(in, t, ';');
    std::getline(in, input, '\0');
  }
};

template <typename T>
std::vector<T> numbers(std::string const& text) {
  std::vector<T> list;
  for (auto const& part : split(text, ',')) {
    int64_t const n = number(part);
    if (n < std::numeric_limits<T>::min() || n > std::numeric_limits<T>::max()) {
      throw std::runtime_error(part + " is too large for this TensorRT");
    }
    list.push_back(static_cast<T>(n));
  }
  return list;
}

Dims shape(std::string const& text) {
  Dims d{};
  auto const list = numbers<std::remove_reference_t<decltype(d.d[0])>>(text);
  if (list.size() > static_cast<size_t>(Dims::MAX_DIMS)) throw std::runtime_error("shape " + text + " has too many dimensions");
  d.nbDims = static_cast<int32_t>(list.size());
  std::copy(list.begin(), list.end(), d.d);
  return d;
}

bool setValues(int32_t version, IOptimizationProfile& profile, char const* input, OptProfileSelector kind, std::string const& text) {
#if PLANLINT_VALUES_64
  if (NV_TENSORRT_MAJOR != 10 || version >= 101100) {
    auto const list = numbers<int64_t>(text);
    return profile.setShapeValuesV2(input, kind, list.data(), static_cast<int32_t>(list.size()));
  }
#endif
  (void)version;
#if PLANLINT_VALUES_32
  auto const list = numbers<int32_t>(text);
  return profile.setShapeValues(input, kind, list.data(), static_cast<int32_t>(list.size()));
#else
  return false;
#endif
}

// Throws if the network has no such input: TensorRT itself says nothing, or something else.
void check(INetworkDefinition& network, std::string const& input) {
  std::string names;
  for (int32_t i = 0; i < network.getNbInputs(); ++i) {
    if (input == network.getInput(i)->getName()) return;
    names += (names.empty() ? "" : ", ") + std::string(network.getInput(i)->getName());
  }
  throw std::runtime_error("the model has no input " + input + " for a profile; its inputs are " + names);
}

void apply(int32_t version, IOptimizationProfile& profile, Line const& line) {
  OptProfileSelector const kinds[] = {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX};
  for (size_t i = 0; i < 3; ++i) {
    bool const done = line.values ? setValues(version, profile, line.input.c_str(), kinds[i], line.texts[i])
                                  : profile.setDimensions(line.input.c_str(), kinds[i], shape(line.texts[i]));
    if (!done) {
      throw std::runtime_error("TensorRT refused the " + std::string(line.values ? "values " : "shape ") + line.texts[i] +
                               " of input " + line.input);
    }
  }
}

}  // namespace

void setProfiles(int32_t version, IBuilder& builder, INetworkDefinition& network, IBuilderConfig& config, Settings& settings) {
  std::vector<IOptimizationProfile*> profiles;  // which belong to the builder
  for (auto const& text : settings.all("profile")) {
    Line const line(text);
    check(network, line.input);
    while (profiles.size() <= line.index) {
      profiles.push_back(builder.createOptimizationProfile());
      if (profiles.back() == nullptr) throw std::runtime_error("TensorRT made no profile");
    }
    apply(version, *profiles[line.index], line);
  }
  for (size_t i = 0; i < profiles.size(); ++i) {
    if (config.addOptimizationProfile(profiles[i]) != static_cast<int32_t>(i)) {
      throw std::runtime_error("TensorRT refused profile " + std::to_string(i) + ": it does not fit the model");
    }
  }
}

}  // namespace planlint
