//! From the outcome of a native method to its result or an exception.

use jni::errors::Error;
use jni::strings::JNIString;
use jni::{Env, EnvOutcome, jni_str};
use std::any::Any;
use std::fmt;

/// Why a native method has no result.
#[derive(Debug)]
pub enum Failure {
    /// An argument is null.
    Null,
    /// The JNI call failed; perhaps an exception is on its way.
    Jni(Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Null => f.write_str("an argument of a native method is null"),
            Failure::Jni(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Jni(error)
    }
}

/// The result, or the default one with an exception thrown.
pub fn resolve<T: Default>(outcome: EnvOutcome<'_, T, Failure>) -> T {
    outcome.resolve::<Throw>()
}

struct Throw;

impl<T: Default> jni::errors::ErrorPolicy<T, Failure> for Throw {
    type Captures<'local: 'native, 'native> = ();

    fn on_error<'local: 'native, 'native>(
        env: &mut Env<'local>,
        (): &mut (),
        failure: Failure,
    ) -> jni::errors::Result<T> {
        if env.exception_check() {
            return Ok(T::default());
        }
        let message = JNIString::from(failure.to_string());
        match failure {
            Failure::Null => throw(env.throw_new(jni_str!("java/lang/NullPointerException"), message)),
            Failure::Jni(_) => {
                throw(env.throw_new(jni_str!("io/github/nablars/NablaInternalError"), message));
            }
        }
        Ok(T::default())
    }

    fn on_panic<'local: 'native, 'native>(
        env: &mut Env<'local>,
        (): &mut (),
        panic: Box<dyn Any + Send + 'static>,
    ) -> jni::errors::Result<T> {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
        if !env.exception_check() {
            throw(env.throw_new(jni_str!("io/github/nablars/NablaInternalError"), JNIString::from(text)));
        }
        Ok(T::default())
    }
}

/// Throwing reports the exception as an error, which is what was wanted.
fn throw(_: jni::errors::Result<()>) {}
