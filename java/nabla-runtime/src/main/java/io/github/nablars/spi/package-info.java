/** What makes the derivatives of nabla-rs fit the types of other libraries. */
package io.github.nablars.spi;
