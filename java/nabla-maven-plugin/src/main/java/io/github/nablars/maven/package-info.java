/** The goals of nabla-maven-plugin. */
package io.github.nablars.maven;
