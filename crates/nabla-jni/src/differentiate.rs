//! A request to the engine, and the Java side's answers to the engine's questions.

use crate::outcome::Failure;
use crate::present;
use jni::objects::{JByteArray, JObject};
use jni::{Env, JValue, jni_sig, jni_str};
use nabla_kernel::Classes;

/// Reads the request, has it answered, writes the answer.
pub fn differentiate<'local>(
    env: &mut Env<'local>,
    request: &JByteArray<'local>,
    classes: &JObject<'local>,
) -> Result<JByteArray<'local>, Failure> {
    present(&[request.is_null(), classes.is_null()])?;
    let request = env.convert_byte_array(request)?;
    let mut asked = Asked { env, classes, failure: None };
    let answer = nabla_kernel::answer(&request, &mut asked);
    match asked.failure {
        Some(failure) => Err(failure),
        None => Ok(env.byte_array_from_slice(&answer)?),
    }
}

/// The Java object that knows the classes.
struct Asked<'c, 'local> {
    env: &'c mut Env<'local>,
    classes: &'c JObject<'local>,
    /// After one, nothing more is asked: an exception may be on its way.
    failure: Option<Failure>,
}

impl Classes for Asked<'_, '_> {
    fn class(&mut self, name: &str) -> Option<Vec<u8>> {
        if self.failure.is_some() {
            return None;
        }
        self.ask(name).unwrap_or_else(|failure| {
            self.failure = Some(failure);
            None
        })
    }
}

impl Asked<'_, '_> {
    fn ask(&mut self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        // A frame of its own: a run may ask for more classes than a call may have references.
        self.env.with_local_frame(8, |env| {
            let name = env.new_string(name)?;
            let answer = env.call_method(
                self.classes,
                jni_str!("find"),
                jni_sig!("(Ljava/lang/String;)[B"),
                &[JValue::Object(&name)],
            )?;
            let answer = env.cast_local::<JByteArray>(answer.l()?)?;
            if answer.is_null() {
                return Ok(None);
            }
            Ok(Some(env.convert_byte_array(&answer)?))
        })
    }
}
