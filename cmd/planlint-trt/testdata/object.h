// Objects whose class is made at run time, to stand behind TensorRT's interfaces. How a pointer to a virtual method
// looks is known of amd64 alone.
#ifndef OBJECT_H
#define OBJECT_H

#include <stddef.h>
#include <string.h>

#include <array>
#include <functional>
#include <map>
#include <memory>

struct Object;

template <typename M>
struct Signature;
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...)> {
  using Handler = std::function<R(A...)>;
  using Result = R;
};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (C::*)(A...)> {};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (C::*)(A...)> {};

// An entry of a virtual table, for one method of an interface.
template <auto M, typename H = typename Signature<decltype(M)>::Handler>
struct Entry;
template <auto M, typename R, typename... A>
struct Entry<M, std::function<R(A...)>> {
  static size_t index() {
    auto const method = M;
    size_t raw = 0;
    memcpy(&raw, &method, sizeof raw);
    return (raw - 1) / sizeof(void*);  // it is an offset in the table, and 1
  }
  static R call(Object* self, A... arguments);
};

struct Object {
  void* const* table = nullptr;  // where a virtual table is looked for
  std::array<void*, 256> entries{};
  std::map<size_t, std::shared_ptr<void>> handlers;

  Object() {
    entries.fill(reinterpret_cast<void*>(&nothing));
    table = entries.data();
  }
  Object(Object const&) = delete;

  static long nothing() { return 0; }

  template <auto M>
  Object& on(typename Signature<decltype(M)>::Handler handler) {
    using E = Entry<M>;
    entries[E::index()] = reinterpret_cast<void*>(&E::call);
    handlers[E::index()] = std::make_shared<typename Signature<decltype(M)>::Handler>(std::move(handler));
    return *this;
  }
};

template <auto M, typename R, typename... A>
R Entry<M, std::function<R(A...)>>::call(Object* self, A... arguments) {
  return (*static_cast<std::function<R(A...)>*>(self->handlers.at(index()).get()))(arguments...);
}

// An interface of TensorRT's around an object.
template <typename I, typename V>
struct Facade : I {
  Object object;
  Facade() { this->mImpl = reinterpret_cast<V*>(&object); }
};

#endif
