"""Builds plans with NVIDIA's Python bindings of TensorRT-RTX, for a comparison with what the worker builds.

usage: bindings.py SITE OUT MODELS <jobs.json

jobs.json is a list of {"name", "model", "settings", "times"}; settings are those of package trt, as its JSON.
MODELS is the folder of models.py. OUT gets MODEL.onnx for each model and NAME.plan for each job. Standard output gets a list of {"name", "same",
"error"}: whether all builds of a job gave the same bytes, or why there was none.
"""

import json
import os
import sys

site, out, models = sys.argv[1:4]
sys.path[:0] = [site, models]

import tensorrt_rtx_bindings as trt  # noqa: E402

from more_models import MODELS  # noqa: E402


class Log(trt.ILogger):
    def __init__(self):
        trt.ILogger.__init__(self)
        self.errors = []

    def log(self, severity, message):
        if severity <= trt.ILogger.Severity.ERROR and "Cuda Runtime" not in message:
            self.errors.append(message)


def set_attribute(config, name, value):
    setattr(config, name, value)
    if getattr(config, name) != value:
        raise ValueError(f"{name} {value} was refused")


def member(enumeration, name):
    return getattr(trt, enumeration).__members__[name]


def add_profiles(builder, config, profiles):
    for index in range(1 + max((p.get("index", 0) for p in profiles), default=-1)):
        profile = builder.create_optimization_profile()
        for p in profiles:
            if p.get("index", 0) == index:
                put = profile.set_shape_input if p.get("values") else profile.set_shape
                put(p["input"], p["min"], p["opt"], p["max"])
        config.add_optimization_profile(profile)


def configure(builder, s):
    config = builder.create_builder_config()
    for name in s.get("no_flags", []):
        config.clear_flag(member("BuilderFlag", name))
    # One flag may need another that was set before it, and has the larger number.
    for name in sorted(s.get("flags", []), key=lambda n: int(member("BuilderFlag", n))):
        config.set_flag(member("BuilderFlag", name))
        if not config.get_flag(member("BuilderFlag", name)):
            raise ValueError(f"flag {name} was refused")
    attributes = {
        "optimization_level": ("builder_optimization_level", int),
        "max_tactics": ("max_num_tactics", int),
        "tiling": ("tiling_optimization_level", lambda v: member("TilingOptimizationLevel", v)),
        "l2_limit": ("l2_limit_for_tiling", int),
        "verbosity": ("profiling_verbosity", lambda v: member("ProfilingVerbosity", v)),
        "engine_capability": ("engine_capability", lambda v: member("EngineCapability", v)),
        "aux_streams": ("max_aux_streams", int),
        "platform": ("runtime_platform", lambda v: member("RuntimePlatform", v)),
    }
    for key, (name, convert) in attributes.items():
        if key in s:
            set_attribute(config, name, convert(s[key]))
    if "tactic_sources" in s:
        mask = sum(1 << int(member("TacticSource", name)) for name in s["tactic_sources"] or [])
        if not config.set_tactic_sources(mask):
            raise ValueError("tactic sources were refused")
    if "workspace" in s:
        config.set_memory_pool_limit(trt.MemoryPoolType.WORKSPACE, s["workspace"])
    for name in s.get("preview_features", []):
        config.set_preview_feature(member("PreviewFeature", name), True)
    if "capabilities" in s:
        config.num_compute_capabilities = len(s["capabilities"])
        for i, name in enumerate(s["capabilities"]):
            if not config.set_compute_capability(member("ComputeCapability", name), i):
                raise ValueError(f"capability {name} was refused")
    if "routes" in s:
        set_attribute(config, "build_route", " ".join(r["name"] + "=" + r["value"] for r in s["routes"]))
    add_profiles(builder, config, s.get("profiles", []))
    return config


def build(model, settings):
    log = Log()
    builder = trt.Builder(log)
    network = builder.create_network(1 << int(trt.NetworkDefinitionCreationFlag.STRONGLY_TYPED))
    parser = trt.OnnxParser(network, log)
    if not parser.parse(model):
        raise ValueError(parser.get_error(0).desc())
    plan = builder.build_serialized_network(network, configure(builder, settings))
    if plan is None:
        raise ValueError("; ".join(log.errors) or "no plan and no reason")
    return bytes(plan)


def main():
    answers = []
    for job in json.load(sys.stdin):
        model = MODELS[job["model"]]().SerializeToString()
        with open(os.path.join(out, job["model"] + ".onnx"), "wb") as f:
            f.write(model)
        try:
            plans = [build(model, job["settings"]) for _ in range(job["times"])]
            with open(os.path.join(out, job["name"] + ".plan"), "wb") as f:
                f.write(plans[0])
            answers.append({"name": job["name"], "same": all(p == plans[0] for p in plans)})
        except (ValueError, KeyError, AttributeError, TypeError) as e:
            answers.append({"name": job["name"], "error": f"{type(e).__name__}: {e}"})
    json.dump(answers, sys.stdout)


main()
