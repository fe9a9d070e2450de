/**
 * What the build steps of nabla-rs have in common, whatever the build tool: finding the command, running it on compiled classes,
 * and keeping a directory of classes up to date with what it made.
 */
package io.github.nablars.build;
