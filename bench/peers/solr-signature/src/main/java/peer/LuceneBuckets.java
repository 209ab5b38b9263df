package peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Hash of the buckets of Lucene's MinHash for a text: shingles of five tokens, one hash function, 512 buckets of one
 * value. One analyzer for all texts, whose streams are reused: the fastest way.
 */
final class LuceneBuckets {
  private static final int BUCKETS = 512;
  private static final long WIDTH = (1L << 32) / BUCKETS;

  private final ByteBuffer buckets = ByteBuffer.allocate(16 * BUCKETS).order(ByteOrder.LITTLE_ENDIAN);
  private final Analyzer analyzer =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
          Tokenizer tokens = new WhitespaceTokenizer();
          ShingleFilter shingles = new ShingleFilter(tokens, 5, 5);
          shingles.setOutputUnigrams(false);
          shingles.setOutputUnigramsIfNoShingles(true);
          return new TokenStreamComponents(tokens, new MinHashFilter(shingles, 1, BUCKETS, 1, false));
        }
      };

  /** 16 bytes; zeros for a text without tokens. */
  byte[] sign(String text) {
    ByteBuffer signature = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    if (!fill(text)) return signature.array();
    for (long half : MurmurHash3.hash128x64(buckets.array())) signature.putLong(half);
    return signature.array();
  }

  /** Whether there was any token. */
  private boolean fill(String text) {
    Arrays.fill(buckets.array(), (byte) 0xff);
    boolean isAny = false;
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        char[] units = term.buffer();
        long v2 = word(units, 0);
        int at = (int) ((v2 >>> 32) / WIDTH) * 16;
        buckets.putLong(at, v2).putLong(at + 8, word(units, 4));
        isAny = true;
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return isAny;
  }

  private static long word(char[] units, int from) {
    long word = 0;
    for (int i = from; i < from + 4; i++) word = word << 16 | units[i];
    return word;
  }
}
