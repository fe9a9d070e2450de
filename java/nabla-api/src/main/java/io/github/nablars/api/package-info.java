/**
 * The annotations by which Java code talks to nabla-rs.
 *
 * <p>All of them are kept in the class file and dropped when the class is loaded: nabla-rs reads compiled classes, and a running
 * program needs neither these types nor anything else of nabla-rs on its class path.
 */
package io.github.nablars.api;
