package peer;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.BufferedInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.update.processor.Lookup3Signature;
import org.apache.solr.update.processor.MD5Signature;
import org.apache.solr.update.processor.Signature;
import org.apache.solr.update.processor.TextProfileSignature;

/**
 * Peer: Solr's own signature classes over texts in memory, in one thread.
 *
 * <p>Usage: SignatureBench TEXTS. TEXTS holds texts one behind the other, each a big-endian int32 with the number of
 * its bytes, then so many bytes of UTF-8. Then one command a line on standard input:
 *
 * <pre>
 *   write CLASS FILE    the 16 (or 8) bytes of every text's signature to FILE, in order
 *   pass CLASS          prints the seconds of this thread for all texts: CPU and wall
 * </pre>
 *
 * CLASS: profile, md5 or lookup3. Decoding happens before the first command. What the collector of garbage and the
 * compiler do in threads of their own is not in the CPU seconds.
 */
public final class SignatureBench {
  private static volatile int sink;

  public static void main(String[] args) throws IOException {
    List<String> texts = read(args[0]);
    System.out.println("ready " + texts.size());
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("write")) {
        write(texts, words[1], words[2]);
      } else {
        pass(texts, words[1]);
      }
    }
  }

  private static List<String> read(String file) throws IOException {
    List<String> texts = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file), 1 << 20))) {
      while (true) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        texts.add(new String(bytes, StandardCharsets.UTF_8));
      }
    } catch (EOFException end) {
      return texts;
    }
  }

  /** A signature with the default parameters, as the update chain makes one for every document. */
  private static Signature signature(String name) {
    Signature signature =
        switch (name) {
          case "profile" -> new TextProfileSignature();
          case "md5" -> new MD5Signature();
          case "lookup3" -> new Lookup3Signature();
          default -> throw new IllegalArgumentException(name);
        };
    signature.init(new ModifiableSolrParams());
    return signature;
  }

  private static void write(List<String> texts, String name, String file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file), 1 << 20)) {
      for (String text : texts) {
        Signature signature = signature(name);
        signature.add(text);
        out.write(signature.getSignature());
      }
    }
    System.out.println("written");
  }

  private static void pass(List<String> texts, String name) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long wall = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    int sum = 0;
    for (String text : texts) {
      Signature signature = signature(name);
      signature.add(text);
      sum += signature.getSignature()[0];
    }
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    wall = System.nanoTime() - wall;
    sink = sum;
    System.out.println("pass " + cpu / 1e9 + " " + wall / 1e9);
  }
}
