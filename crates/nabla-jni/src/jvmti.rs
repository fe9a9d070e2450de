//! The few functions of the JVM Tool Interface that are needed, by their numbers in its table.

use jni::sys::{JNI_OK, JavaVM, jclass, jint, jobject};
use std::ffi::{CStr, c_char, c_uchar, c_void};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// `JVMTI_VERSION_1_2`.
const VERSION: jint = 0x3001_0200;

/// Numbers of functions, as in the specification's table, which counts from 1.
mod function {
    pub const SET_EVENT_NOTIFICATION_MODE: usize = 2;
    pub const ALLOCATE: usize = 46;
    pub const DEALLOCATE: usize = 47;
    pub const GET_CLASS_METHODS: usize = 52;
    pub const GET_METHOD_NAME: usize = 64;
    pub const GET_BYTECODES: usize = 75;
    pub const SET_EVENT_CALLBACKS: usize = 122;
    pub const DISPOSE_ENVIRONMENT: usize = 127;
    pub const ADD_CAPABILITIES: usize = 142;
    pub const GET_CONSTANT_POOL: usize = 146;
    pub const RETRANSFORM_CLASSES: usize = 152;
}

/// `JVMTI_EVENT_CLASS_FILE_LOAD_HOOK`, and its place among the callbacks, which begin with 50.
const LOAD_HOOK: jint = 54;
const LOAD_HOOK_PLACE: usize = 4;

/// Capabilities are bits of a structure of 16 bytes.
const CAN_GET_BYTECODES: usize = 3;
const CAN_GET_CONSTANT_POOL: usize = 35;
const CAN_RETRANSFORM_CLASSES: usize = 37;

/// An environment: a pointer to a pointer to a table of functions.
type Raw = *mut *const *const c_void;

/// The environment of this library.
pub struct Jvmti {
    raw: Raw,
}

static ENVIRONMENT: AtomicPtr<*const *const c_void> = AtomicPtr::new(ptr::null_mut());

/// Held by those who retransform: enabling and disabling the hook must not interleave.
pub static HOOKED: Mutex<()> = Mutex::new(());

/// `void ClassFileLoadHook(…)`.
pub type LoadHook = unsafe extern "system" fn(
    Raw,
    *mut c_void,
    jclass,
    jobject,
    *const c_char,
    jobject,
    jint,
    *const c_uchar,
    *mut jint,
    *mut *mut c_uchar,
);

/// Asks the JVM for an environment with what is needed.
///
/// # Safety
///
/// `vm` is a JVM that runs.
pub unsafe fn attach(vm: *mut JavaVM) {
    let mut raw: Raw = ptr::null_mut();
    // SAFETY: the caller's word; `GetEnv` writes a pointer where it is told to.
    let status = unsafe { ((**vm).v1_2.GetEnv)(vm, (&raw mut raw).cast(), VERSION) };
    if status != JNI_OK || raw.is_null() {
        return;
    }
    let jvmti = Jvmti { raw };
    let mut capabilities = [0_u8; 16];
    for bit in [CAN_GET_BYTECODES, CAN_GET_CONSTANT_POOL, CAN_RETRANSFORM_CLASSES] {
        capabilities[bit / 8] |= 1 << (bit % 8);
    }
    let callbacks = {
        let mut callbacks = [ptr::null::<c_void>(); LOAD_HOOK_PLACE + 1];
        callbacks[LOAD_HOOK_PLACE] = crate::class_bytes::HOOK as *const c_void;
        callbacks
    };
    type AddCapabilities = unsafe extern "system" fn(Raw, *const u8) -> jint;
    type SetEventCallbacks = unsafe extern "system" fn(Raw, *const *const c_void, jint) -> jint;
    // SAFETY: both types are those of the specification for these numbers; both arguments outlive
    // the calls, which copy them.
    let granted = unsafe {
        jvmti.function::<AddCapabilities>(function::ADD_CAPABILITIES)(raw, capabilities.as_ptr()) == 0
            && jvmti.function::<SetEventCallbacks>(function::SET_EVENT_CALLBACKS)(
                raw,
                callbacks.as_ptr(),
                size_of_val(&callbacks) as jint,
            ) == 0
    };
    if granted {
        ENVIRONMENT.store(raw, Ordering::Release);
    } else {
        jvmti.dispose();
    }
}

/// Gives the environment back.
pub fn detach() {
    let raw = ENVIRONMENT.swap(ptr::null_mut(), Ordering::AcqRel);
    if !raw.is_null() {
        Jvmti { raw }.dispose();
    }
}

impl Jvmti {
    /// The environment, if the JVM gave one.
    pub fn get() -> Option<Jvmti> {
        let raw = ENVIRONMENT.load(Ordering::Acquire);
        (!raw.is_null()).then_some(Jvmti { raw })
    }

    /// A function of the table.
    ///
    /// # Safety
    ///
    /// `F` is the type of the function with this number.
    unsafe fn function<F: Copy>(&self, number: usize) -> F {
        const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
        // SAFETY: an environment points to its table, which has all the functions of its version; a
        // function pointer has the size of a pointer, and the caller knows the type.
        unsafe {
            let entry = (*self.raw).add(number - 1);
            entry.cast::<F>().read()
        }
    }

    fn dispose(&self) {
        type Dispose = unsafe extern "system" fn(Raw) -> jint;
        // SAFETY: the type is that of the specification; nobody uses the environment any more.
        unsafe { self.function::<Dispose>(function::DISPOSE_ENVIRONMENT)(self.raw) };
    }

    /// Copies what the JVM allocated, and gives it back to the JVM.
    ///
    /// # Safety
    ///
    /// `data` was allocated by this environment and has `length` bytes.
    unsafe fn take(&self, data: *mut c_uchar, length: usize) -> Vec<u8> {
        if data.is_null() {
            return Vec::new();
        }
        // SAFETY: the caller's word.
        let copy = unsafe { std::slice::from_raw_parts(data, length) }.to_vec();
        self.deallocate(data);
        copy
    }

    fn deallocate(&self, data: *mut c_uchar) {
        type Deallocate = unsafe extern "system" fn(Raw, *mut c_uchar) -> jint;
        // SAFETY: the type is that of the specification; only what this environment allocated, or
        // null, comes here.
        unsafe { self.function::<Deallocate>(function::DEALLOCATE)(self.raw, data) };
    }

    /// Memory that the JVM may free.
    pub fn allocate(&self, length: usize) -> Option<*mut c_uchar> {
        type Allocate = unsafe extern "system" fn(Raw, i64, *mut *mut c_uchar) -> jint;
        let mut data = ptr::null_mut();
        // SAFETY: the type is that of the specification.
        let status =
            unsafe { self.function::<Allocate>(function::ALLOCATE)(self.raw, length as i64, &raw mut data) };
        (status == 0 && !data.is_null()).then_some(data)
    }

    /// The number of constants of a class, one more than the highest index, and their bytes.
    ///
    /// # Safety
    ///
    /// `class` is a reference of the current call.
    pub unsafe fn constant_pool(&self, class: jclass) -> Option<(u16, Vec<u8>)> {
        type Get = unsafe extern "system" fn(Raw, jclass, *mut jint, *mut jint, *mut *mut c_uchar) -> jint;
        let (mut count, mut length, mut data) = (0, 0, ptr::null_mut());
        // SAFETY: the type is that of the specification; what it allocates is taken at once.
        unsafe {
            let get = self.function::<Get>(function::GET_CONSTANT_POOL);
            if get(self.raw, class, &raw mut count, &raw mut length, &raw mut data) != 0 {
                return None;
            }
            let bytes = self.take(data, usize::try_from(length).ok()?);
            Some((u16::try_from(count).ok()?, bytes))
        }
    }

    /// The bytecode of the method of a class that has this name.
    ///
    /// # Safety
    ///
    /// `class` is a reference of the current call.
    pub unsafe fn bytecode(&self, class: jclass, name: &str) -> Option<Vec<u8>> {
        type Methods = unsafe extern "system" fn(Raw, jclass, *mut jint, *mut *mut *mut c_void) -> jint;
        type Bytecodes = unsafe extern "system" fn(Raw, *mut c_void, *mut jint, *mut *mut c_uchar) -> jint;
        let (mut count, mut methods) = (0, ptr::null_mut());
        // SAFETY: the types are those of the specification; a `jmethodID` is a pointer, and the list
        // has as many as the JVM says; what was allocated is given back.
        unsafe {
            let get = self.function::<Methods>(function::GET_CLASS_METHODS);
            if get(self.raw, class, &raw mut count, &raw mut methods) != 0 {
                return None;
            }
            let list = std::slice::from_raw_parts(methods, usize::try_from(count).ok()?).to_vec();
            self.deallocate(methods.cast());
            let method = list.into_iter().find(|&method| self.has_name(method, name))?;
            let (mut length, mut data) = (0, ptr::null_mut());
            let get = self.function::<Bytecodes>(function::GET_BYTECODES);
            if get(self.raw, method, &raw mut length, &raw mut data) != 0 {
                return None;
            }
            Some(self.take(data, usize::try_from(length).ok()?))
        }
    }

    /// # Safety
    ///
    /// `method` is a method of a class that is not gone.
    unsafe fn has_name(&self, method: *mut c_void, wanted: &str) -> bool {
        type Name = unsafe extern "system" fn(
            Raw,
            *mut c_void,
            *mut *mut c_char,
            *mut *mut c_char,
            *mut *mut c_char,
        ) -> jint;
        let mut name = ptr::null_mut();
        // SAFETY: the type is that of the specification, which allows null for what is not wanted;
        // the name ends with a zero and is given back.
        unsafe {
            let get = self.function::<Name>(function::GET_METHOD_NAME);
            if get(self.raw, method, &raw mut name, ptr::null_mut(), ptr::null_mut()) != 0 || name.is_null() {
                return false;
            }
            let same = CStr::from_ptr(name).to_bytes() == wanted.as_bytes();
            self.deallocate(name.cast());
            same
        }
    }

    /// Has a class go through the load hook.
    ///
    /// # Safety
    ///
    /// `class` is a reference of the current call.
    pub unsafe fn retransform(&self, class: jclass) {
        type SetMode = unsafe extern "C" fn(Raw, jint, jint, jobject, ...) -> jint;
        type Retransform = unsafe extern "system" fn(Raw, jint, *const jclass) -> jint;
        // SAFETY: the types are those of the specification; a null thread means all threads, and the
        // hook lets the classes of others pass.
        unsafe {
            let mode = self.function::<SetMode>(function::SET_EVENT_NOTIFICATION_MODE);
            if mode(self.raw, 1, LOAD_HOOK, ptr::null_mut()) == 0 {
                self.function::<Retransform>(function::RETRANSFORM_CLASSES)(self.raw, 1, &raw const class);
                mode(self.raw, 0, LOAD_HOOK, ptr::null_mut());
            }
        }
    }
}
