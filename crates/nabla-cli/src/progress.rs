//! A progress bar, for runs that are long and watched.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::ui::Ui;

/// A run shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(800);

/// Counts finished classes; draws only on a terminal and only after a while.
pub struct Progress {
    start: Instant,
    total: u64,
    state: Option<Mutex<State>>,
}

struct State {
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A counter to `total`.
    pub fn new(ui: &Ui, total: usize) -> Progress {
        let watched = !ui.quiet && total > 1 && std::io::stderr().is_terminal();
        let state = watched.then(|| Mutex::new(State { done: 0, bar: None }));
        Progress { start: Instant::now(), total: total as u64, state }
    }

    /// One more is done.
    pub fn tick(&self) {
        let Some(state) = &self.state else { return };
        let Ok(mut state) = state.lock() else { return };
        state.done += 1;
        if state.bar.is_none() && self.start.elapsed() > PATIENCE {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} classes") {
                bar.set_style(style);
            }
            state.bar = Some(bar);
        }
        if let Some(bar) = &state.bar {
            bar.set_position(state.done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Ok(state)) = self.state.as_ref().map(Mutex::lock)
            && let Some(bar) = &state.bar
        {
            bar.finish_and_clear();
        }
    }
}
