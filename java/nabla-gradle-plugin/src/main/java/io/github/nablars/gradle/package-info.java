/** The Gradle plugin {@code io.github.nablars}. */
package io.github.nablars.gradle;
