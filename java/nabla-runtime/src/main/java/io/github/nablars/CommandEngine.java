package io.github.nablars;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The command as a subprocess, where the JVM does not allow native code: {@code nabla-rs serve --stdio}. It does all but look into
 * the classes of lambdas that cannot be serialised. It ends when its input does, which is when this JVM ends.
 */
final class CommandEngine implements Engine {
    /** Names the command; else the environment variable, else it is looked for on the path. */
    static final String COMMAND = "nabla.command";

    static final String VARIABLE = "NABLA_RS";

    private static final int ASK = 5;

    private final String command;
    private Process process;
    private DataOutputStream out;
    private DataInputStream in;

    private CommandEngine(String command) throws IOException {
        this.command = command;
        start();
    }

    /** In place of the native library, which was denied. */
    static Engine instead(IllegalCallerException denied) {
        String command = System.getProperty(COMMAND, System.getenv().getOrDefault(VARIABLE, "nabla-rs"));
        try {
            return new CommandEngine(command);
        } catch (IOException e) {
            throw new NativeLibraryException("native code is not allowed (" + denied.getMessage() + "), and the command `" + command
                    + "` cannot be used in its place: " + e.getMessage() + "\n\thelp: start java with --enable-native-access="
                    + (NativeLibrary.class.getModule().isNamed() ? NativeLibrary.class.getModule().getName() : "ALL-UNNAMED")
                    + ", or set -D" + COMMAND + " to the nabla-rs command", e);
        }
    }

    private void start() throws IOException {
        process = new ProcessBuilder(command, "serve", "--stdio").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        int found = in.readInt();
        if (found != PROTOCOL) {
            process.destroy();
            throw new IOException("it speaks version " + found + ", this nabla-runtime version " + PROTOCOL);
        }
    }

    @Override
    public synchronized byte[] differentiate(byte[] request, ClassBytes classes) {
        boolean complete = false;
        try {
            if (!process.isAlive()) {
                start();
            }
            send(request);
            byte[] answer = receive();
            while (answer[0] == ASK) {
                ByteBuffer asked = ByteBuffer.wrap(answer, 1 + Integer.BYTES, answer.length - 1 - Integer.BYTES);
                byte[] bytes = classes.find(StandardCharsets.UTF_8.decode(asked).toString());
                out.writeBoolean(bytes != null);
                send(bytes == null ? new byte[0] : bytes);
                answer = receive();
            }
            complete = true;
            return answer;
        } catch (IOException e) {
            throw new NablaInternalError("the command `" + command + "` broke off", e);
        } finally {
            // In the middle of a message nobody knows what comes next.
            if (!complete) {
                process.destroy();
            }
        }
    }

    private void send(byte[] message) throws IOException {
        out.writeInt(message.length);
        out.write(message);
        out.flush();
    }

    private byte[] receive() throws IOException {
        byte[] message = new byte[in.readInt()];
        in.readFully(message);
        return message;
    }

    @Override
    public String implementation(Class<?> proxy, String method) {
        return null;
    }

    @Override
    public Object read(Object holder, String field, String descriptor) {
        return null;
    }

    @Override
    public byte[] classBytes(Class<?> type) {
        return null;
    }
}
