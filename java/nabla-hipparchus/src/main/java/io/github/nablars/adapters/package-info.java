/** What the adapters to several libraries have in common: all that does not name a library's types. */
package io.github.nablars.adapters;
