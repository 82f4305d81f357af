package trt

// supportTable says in which versions a setting is there: from a version on, or from one to another (1.3-1.4).
// It was read from NvInfer.h: enumerations, and the order of the virtual methods in NvInferImpl.h, because a
// library that is older than the headers lacks what was appended since. Headers of 8.0, 8.2, 8.4 to 8.6, 10.0 to
// 10.16, 11.0 and 11.1 are those of the release branches of github.com/NVIDIA/TensorRT; of 11.4 and TensorRT-RTX
// 1.3 to 1.7 those of the crate trtx-sys 0.9.1. What is the same from the first headers of a family on has that
// version. Facts that are not in headers, from the four versions of TensorRT-RTX that the tests build with: it
// refuses every flag of a weakly typed network, every hardware compatibility and plans for Windows, and its timing
// cache does nothing.
// TestSupportTable compares this with headers.
const supportTable = `
feature                                                       trt8  trt10  trt11  rtx
optimization level                                            8.6   10.0   11.0   1.3
tiling NONE                                                   -     10.8   11.0   1.3
tiling FAST                                                   -     10.8   11.0   1.3
tiling MODERATE                                               -     10.8   11.0   1.3
tiling FULL                                                   -     10.8   11.0   1.3
L2 limit                                                      -     10.8   11.0   1.3
max tactics                                                   -     10.4   11.0   1.3
tactic sources                                                8.0   10.0   11.0   1.3
tactic source CUBLAS                                          8.0   10.0   -      1.3-1.4
tactic source CUBLAS_LT                                       8.0   10.0   -      1.3-1.4
tactic source CUDNN                                           8.0   10.0   -      1.3-1.4
tactic source EDGE_MASK_CONVOLUTIONS                          8.4   10.0   11.0   1.3
tactic source JIT_CONVOLUTIONS                                8.5   10.0   11.0   1.3
flag FP16                                                     8.0   10.0   -      -
flag INT8                                                     8.0   10.0   -      -
flag BF16                                                     -     10.0   -      -
flag FP8                                                      8.6   10.0   -      -
flag INT4                                                     -     10.1   -      -
flag FP4                                                      -     10.8   -      -
flag STRICT_TYPES                                             8.0   -      -      -
flag OBEY_PRECISION_CONSTRAINTS                               8.2   10.0   -      -
flag PREFER_PRECISION_CONSTRAINTS                             8.2   10.0   -      -
flag REJECT_EMPTY_ALGORITHMS                                  8.2   10.0   -      -
flag ENABLE_TACTIC_HEURISTIC                                  8.5   -      -      -
flag DEBUG                                                    8.0   10.0   11.0   1.3
flag GPU_FALLBACK                                             8.0   10.0   11.0   1.3
flag REFIT                                                    8.0   10.0   11.0   1.3
flag DISABLE_TIMING_CACHE                                     8.0   10.0   11.0   1.3
flag TF32                                                     8.0   10.0   11.0   1.3
flag SPARSE_WEIGHTS                                           8.0   10.0   11.0   1.3
flag SAFETY_SCOPE                                             8.0   10.0   11.0   1.3
flag DIRECT_IO                                                8.2   10.0   11.0   1.3
flag VERSION_COMPATIBLE                                       8.6   10.0   11.0   1.3
flag EXCLUDE_LEAN_RUNTIME                                     8.6   10.0   11.0   1.3
flag ERROR_ON_TIMING_CACHE_MISS                               -     10.0   11.0   1.3
flag DISABLE_COMPILATION_CACHE                                -     10.0   11.0   1.3
flag STRIP_PLAN                                               -     10.0   11.0   1.3
flag WEIGHTLESS                                               -     10.0   -      -
flag REFIT_IDENTICAL                                          -     10.0   11.0   1.3
flag WEIGHT_STREAMING                                         -     10.0   11.0   1.3
flag REFIT_INDIVIDUAL                                         -     10.2   11.0   1.3
flag STRICT_NANS                                              -     10.6   11.0   1.3
flag MONITOR_MEMORY                                           -     10.6   11.0   1.3
flag EDITABLE_TIMING_CACHE                                    -     10.8   11.0   1.3
flag DISTRIBUTIVE_INDEPENDENCE                                -     10.12  11.0   1.3
flag REQUIRE_USER_ALLOCATION                                  -     -      -      1.3
preview feature FASTER_DYNAMIC_SHAPES_0805                    8.5   -      -      -
preview feature DISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805 8.5   -      -      -
preview feature PROFILE_SHARING_0806                          8.6   10.0   -      1.3-1.4
preview feature ALIASED_PLUGIN_IO_10_03                       -     10.3   11.0   1.3
preview feature RUNTIME_ACTIVATION_RESIZE_10_10               -     10.10  11.0   1.3
preview feature MULTIDEVICE_RUNTIME_10_16                     -     10.16  -      1.4-1.4
strongly typed network                                        -     10.0   11.0   1.3
weakly typed network                                          8.0   10.0   -      -
dynamic range                                                 8.0   10.0   -      -
verbosity LAYER_NAMES_ONLY                                    8.2   10.0   11.0   1.3
verbosity NONE                                                8.0   10.0   11.0   1.3
verbosity DETAILED                                            8.2   10.0   11.0   1.3
capability CURRENT                                            -     -      -      1.3
capability SM75                                               -     -      -      1.3
capability SM80                                               -     -      -      1.3
capability SM86                                               -     -      -      1.3
capability SM89                                               -     -      -      1.3
capability SM120                                              -     -      -      1.3
capability SM121                                              -     -      -      1.5
hardware compatibility NONE                                   8.6   10.0   11.0   -
hardware compatibility AMPERE_PLUS                            8.6   10.0   11.0   -
hardware compatibility SAME_COMPUTE_CAPABILITY                -     10.9   11.0   -
engine capability STANDARD                                    8.0   10.0   11.0   1.3
engine capability SAFETY                                      8.0   10.0   11.0   1.3
engine capability DLA_STANDALONE                              8.0   10.0   11.0   1.3
platform SAME_AS_BUILD                                        -     10.2   11.0   1.3
platform WINDOWS_AMD64                                        -     10.2   11.0   -
DLA core                                                      8.0   10.0   11.0   1.3
aux streams                                                   8.6   10.0   11.0   1.3
workspace                                                     8.4   10.0   11.0   1.3
plugin                                                        8.6   10.0   11.0   1.3
timing cache                                                  8.0   10.0   11.0   -
route                                                         -     -      11.1   1.6
profile                                                       8.0   10.0   11.0   1.3
`
