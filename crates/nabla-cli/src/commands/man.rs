//! `nabla-rs man`.

use clap::CommandFactory;

use crate::cli::Cli;
use crate::failure::Status;
use crate::ui;

/// Prints the manual: the page of the command, then one section per subcommand, in one document
/// so that `nabla-rs man | man -l -` shows everything.
pub fn run() -> anyhow::Result<Status> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        let man = clap_mangen::Man::new(subcommand.clone());
        page.extend_from_slice(
            format!(".SH \"NABLA-RS {}\"\n", subcommand.get_name().to_uppercase()).as_bytes(),
        );
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    ui::out(&String::from_utf8_lossy(&page));
    Ok(Status::Done)
}
