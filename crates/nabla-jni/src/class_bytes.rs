//! The bytes of a class that has no resource: the JVM gives them to the load hook when the class is
//! to be transformed anew. The hook keeps them and answers with an image that is none, so that the
//! transformation fails and the class stays as it is.

use crate::jvmti::{HOOKED, Jvmti, LoadHook};
use jni::objects::JClass;
use jni::sys::{jclass, jint, jobject};
use std::cell::RefCell;
use std::ffi::{c_char, c_uchar, c_void};
use std::sync::PoisonError;

thread_local! {
    /// What this thread waits for: the hook runs in the thread that transforms.
    static WANTED: RefCell<Option<Option<Vec<u8>>>> = const { RefCell::new(None) };
}

/// No class file is so short.
const NO_IMAGE: usize = 4;

/// The bytes of a class.
pub fn of(jvmti: Jvmti, class: &JClass) -> Option<Vec<u8>> {
    let _alone = HOOKED.lock().unwrap_or_else(PoisonError::into_inner);
    WANTED.with_borrow_mut(|wanted| *wanted = Some(None));
    // SAFETY: the reference is an argument of the native method that runs.
    unsafe { jvmti.retransform(class.as_raw()) };
    WANTED.take().flatten()
}

/// Called for every class that is loaded or transformed while some thread asks.
pub const HOOK: LoadHook = hook;

unsafe extern "system" fn hook(
    _environment: *mut *const *const c_void,
    _env: *mut c_void,
    transformed: jclass,
    _loader: jobject,
    _name: *const c_char,
    _domain: jobject,
    length: jint,
    data: *const c_uchar,
    new_length: *mut jint,
    new_data: *mut *mut c_uchar,
) {
    // Not a class that is loaded meanwhile, nor one that another thread transforms.
    if transformed.is_null() || data.is_null() {
        return;
    }
    let Ok(length) = usize::try_from(length) else { return };
    // Nothing here panics, so nothing unwinds into the JVM.
    let kept = WANTED.try_with(|wanted| match wanted.try_borrow_mut().as_deref_mut() {
        Ok(Some(bytes)) => {
            // SAFETY: the JVM passes as many bytes as it says.
            *bytes = Some(unsafe { std::slice::from_raw_parts(data, length) }.to_vec());
            true
        }
        _ => false,
    });
    if kept == Ok(true)
        && let Some(image) = Jvmti::get().and_then(|jvmti| jvmti.allocate(NO_IMAGE))
    {
        // SAFETY: the image has that many bytes, and the JVM passes places for the answer.
        unsafe {
            image.write_bytes(0, NO_IMAGE);
            *new_length = NO_IMAGE as jint;
            *new_data = image;
        }
    }
}
