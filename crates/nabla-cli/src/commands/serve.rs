//! `nabla-rs serve --stdio`: answers requests of a running JVM until its output ends. Every message
//! stands behind its length; the version of the messages comes first.

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Stdin, Stdout, Write};

use nabla_kernel::wire::{self, Tag};
use nabla_kernel::{Classes, PROTOCOL};

use crate::failure::{Failure, Status};

/// Runs the command.
pub fn run() -> anyhow::Result<Status> {
    let mut line = Line { input: BufReader::new(io::stdin()), output: BufWriter::new(io::stdout()) };
    match serve(&mut line) {
        Ok(()) => Ok(Status::Done),
        Err(error) => Err(Failure::input(format!("standard input or output broke off: {error}")).into()),
    }
}

fn serve(line: &mut Line) -> io::Result<()> {
    line.output.write_all(&PROTOCOL.to_be_bytes())?;
    line.output.flush()?;
    while let Some(request) = line.next()? {
        let mut asked = Asked { line, broken: None };
        let answer = nabla_kernel::answer(&request, &mut asked);
        if let Some(error) = asked.broken {
            return Err(error);
        }
        line.send(&answer)?;
    }
    Ok(())
}

/// Standard input and output.
struct Line {
    input: BufReader<Stdin>,
    output: BufWriter<Stdout>,
}

impl Line {
    /// The next message; `None` where the input ends between two messages.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut length = [0; 4];
        match self.input.read_exact(&mut length[..1]) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        self.input.read_exact(&mut length[1..])?;
        self.rest(u32::from_be_bytes(length)).map(Some)
    }

    /// A message of this length; what was announced and does not come takes no memory.
    fn rest(&mut self, length: u32) -> io::Result<Vec<u8>> {
        let mut message = Vec::new();
        let read = self.input.by_ref().take(u64::from(length)).read_to_end(&mut message)?;
        if read < length as usize { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(message) }
    }

    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.output.write_all(&(message.len() as u32).to_be_bytes())?;
        self.output.write_all(message)?;
        self.output.flush()
    }

    /// Asks for the bytes of a class: whether there are any, and their message.
    fn class(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.send(&wire::text(Tag::Ask, name))?;
        let mut found = [0];
        self.input.read_exact(&mut found)?;
        let bytes = self.next()?.ok_or(ErrorKind::UnexpectedEof)?;
        Ok((found != [0]).then_some(bytes))
    }
}

/// The classes of the JVM at the other end.
struct Asked<'l> {
    line: &'l mut Line,
    broken: Option<io::Error>,
}

impl Classes for Asked<'_> {
    fn class(&mut self, name: &str) -> Option<Vec<u8>> {
        if self.broken.is_some() {
            return None;
        }
        self.line.class(name).unwrap_or_else(|error| {
            self.broken = Some(error);
            None
        })
    }
}
