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
import java.util.function.Function;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.update.processor.Lookup3Signature;
import org.apache.solr.update.processor.MD5Signature;
import org.apache.solr.update.processor.Signature;
import org.apache.solr.update.processor.TextProfileSignature;

/**
 * Peer: Solr's own signature classes, and Lucene's MinHash, over texts in memory, in one thread.
 *
 * <p>Usage: SignatureBench TEXTS. TEXTS is a sequence of texts, each a big-endian int32 with its length in bytes, then
 * that many bytes of UTF-8. Commands come on standard input, one per line:
 *
 * <pre>
 *   write CLASS FILE    the 16 (or 8) bytes of every text's signature to FILE, in order
 *   pass CLASS          prints the seconds of this thread for all texts: CPU and wall
 * </pre>
 *
 * CLASS: profile, md5, lookup3 or lucene. Decoding happens before the first command. The CPU seconds exclude the
 * garbage collector and the compiler, which run in threads of their own.
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

  private static Function<String, byte[]> signer(String name) {
    return switch (name) {
      case "profile" -> text -> signed(new TextProfileSignature(), text);
      case "md5" -> text -> signed(new MD5Signature(), text);
      case "lookup3" -> text -> signed(new Lookup3Signature(), text);
      case "lucene" -> new LuceneBuckets()::sign;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** With the default parameters and an object for each document, as in the update chain. */
  private static byte[] signed(Signature signature, String text) {
    signature.init(new ModifiableSolrParams());
    signature.add(text);
    return signature.getSignature();
  }

  private static void write(List<String> texts, String name, String file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file), 1 << 20)) {
      Function<String, byte[]> signer = signer(name);
      for (String text : texts) out.write(signer.apply(text));
    }
    System.out.println("written");
  }

  private static void pass(List<String> texts, String name) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long wall = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    int sum = 0;
    Function<String, byte[]> signer = signer(name);
    for (String text : texts) sum += signer.apply(text)[0];
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    wall = System.nanoTime() - wall;
    sink = sum;
    System.out.println("pass " + cpu / 1e9 + " " + wall / 1e9);
  }
}
