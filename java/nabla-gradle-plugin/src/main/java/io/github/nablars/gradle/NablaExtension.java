package io.github.nablars.gradle;

import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;

/** What a build script says in {@code nabla { }}; it holds for all source sets. */
public abstract class NablaExtension {
    /** For Gradle, which makes the instance. */
    public NablaExtension() {
    }

    /**
     * The methods to differentiate: {@code NAME} or {@code CLASS.NAME}, either with a descriptor; {@code *} matches any run of
     * characters. Without any, the methods annotated {@code @Differentiable} are meant.
     *
     * @return the patterns
     */
    public abstract ListProperty<String> getMethods();

    /**
     * The independents, for all methods: names of parameters, or their zero-based indices.
     *
     * @return the independents
     */
    public abstract ListProperty<String> getWrt();

    /**
     * The forms to generate, for all methods: {@code partial}, {@code jvp}, {@code grad}, {@code jac}, {@code hess}.
     *
     * @return the forms
     */
    public abstract ListProperty<String> getForms();

    /**
     * The names of generated methods by form, with {@code %f} for the method and {@code %p} for the parameter.
     *
     * @return the templates
     */
    public abstract MapProperty<String, String> getNames();

    /**
     * Whether a method that cannot be differentiated fails the build, which is the default.
     *
     * @return whether it does
     */
    public abstract Property<Boolean> getFailOnError();

    /**
     * Whether a warning counts as an error.
     *
     * @return whether it does
     */
    public abstract Property<Boolean> getFailOnWarning();

    /**
     * Whether classes of other projects and of libraries that differentiated methods call, and that would have to change, are
     * copied, changed, into the output of this one. If not, they are an error.
     *
     * @return whether they are
     */
    public abstract Property<Boolean> getCopyCalled();

    /**
     * The {@code nabla-rs} command; without it, the artefact {@code nabla-cli} of this plugin's version and this platform is used.
     *
     * @return the file
     */
    public abstract RegularFileProperty getExecutable();
}
