//! The native methods of `io.github.nablars.Native`: bytes in, bytes out.
//!
//! This is the only crate with `unsafe` code, and each block says why it is sound. Nothing unwinds into
//! the JVM, no reference outlives the call it was made in, and whatever goes wrong is an exception.

mod class_bytes;
mod differentiate;
mod implementation;
mod jvmti;
mod outcome;

use crate::jvmti::Jvmti;
use jni::EnvUnowned;
use jni::objects::{JByteArray, JClass, JObject, JString};
use jni::signature::RuntimeFieldSignature;
use jni::strings::JNIString;
use jni::sys::{JNI_VERSION_1_8, JavaVM, jint};
use outcome::{Failure, resolve};
use std::ffi::c_void;

/// The JVM loads the library. Without JVMTI, which a JVM may refuse, lambdas that cannot be serialised
/// are not understood, and nothing else is lost.
///
/// # Safety
///
/// The JVM calls it, with itself.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut JavaVM, _reserved: *mut c_void) -> jint {
    // SAFETY: the pointer is the JVM's own, and this is its call.
    unsafe { jvmti::attach(vm) };
    JNI_VERSION_1_8
}

/// The class loader that loaded the library is gone.
///
/// # Safety
///
/// The JVM calls it, with itself.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnUnload(_vm: *mut JavaVM, _reserved: *mut c_void) {
    jvmti::detach();
    nabla_kernel::end();
}

/// `static native int protocol()`: what both sides must agree on.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_nablars_Native_protocol(_env: EnvUnowned, _class: JClass) -> jint {
    nabla_kernel::PROTOCOL
}

/// `static native byte[] differentiate0(byte[] request, ClassBytes classes)`.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_nablars_Native_differentiate0<'local>(
    mut env: EnvUnowned<'local>,
    _class: JClass<'local>,
    request: JByteArray<'local>,
    classes: JObject<'local>,
) -> JByteArray<'local> {
    resolve(env.with_env(|env| differentiate::differentiate(env, &request, &classes)))
}

/// `static native String implementation0(Class<?> proxy, String method)`: what a lambda's class calls.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_nablars_Native_implementation0<'local>(
    mut env: EnvUnowned<'local>,
    _class: JClass<'local>,
    proxy: JClass<'local>,
    method: JString<'local>,
) -> JString<'local> {
    resolve(env.with_env(|env| {
        present(&[proxy.is_null(), method.is_null()])?;
        let method = method.try_to_string(env)?;
        let found = Jvmti::get().and_then(|jvmti| implementation::of(jvmti, &proxy, &method));
        found.map_or(Ok(JString::null()), |text| Ok(env.new_string(text)?))
    }))
}

/// `static native byte[] classBytes0(Class<?> type)`: of a class without a resource.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_nablars_Native_classBytes0<'local>(
    mut env: EnvUnowned<'local>,
    _class: JClass<'local>,
    class: JClass<'local>,
) -> JByteArray<'local> {
    resolve(env.with_env(|env| {
        present(&[class.is_null()])?;
        let found = Jvmti::get().and_then(|jvmti| class_bytes::of(jvmti, &class));
        found.map_or(Ok(JByteArray::null()), |bytes| Ok(env.byte_array_from_slice(&bytes)?))
    }))
}

/// `static native Object read0(Object holder, String field, String descriptor)`: what a lambda of the
/// JDK captured, for reflection does not look into closed modules.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_github_nablars_Native_read0<'local>(
    mut env: EnvUnowned<'local>,
    _class: JClass<'local>,
    holder: JObject<'local>,
    field: JString<'local>,
    descriptor: JString<'local>,
) -> JObject<'local> {
    resolve(env.with_env(|env| {
        present(&[holder.is_null(), field.is_null(), descriptor.is_null()])?;
        let field = JNIString::from(field.try_to_string(env)?);
        let descriptor = RuntimeFieldSignature::from_str(descriptor.try_to_string(env)?)?;
        Ok(env.get_field(&holder, &field, descriptor.field_signature())?.l()?)
    }))
}

/// What the Java side may not leave out.
fn present(missing: &[bool]) -> Result<(), Failure> {
    if missing.contains(&true) { Err(Failure::Null) } else { Ok(()) }
}
