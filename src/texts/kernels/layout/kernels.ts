/**
 * Kernels: the hot loops, as one interface with three implementations that agree bit for bit:
 * `reference` (plain TypeScript, the definition), `wasm` (scalar WebAssembly) and `wasm-simd`.
 *
 * All work on one flat memory addressed by byte offsets ("pointers"). No method checks, allocates or
 * throws: the caller lays out the memory, keeps regions disjoint and aligned, and has checked the values.
 * Numbers are little-endian. A `u64` array is 8-byte aligned, a `u32` array 4-byte aligned.
 * Every source region must be followed by 64 readable bytes, a target of text, tokens or shingles by 64 writable ones:
 * the kernels read and write these in blocks. Writes to other regions end exactly at their end.
 *
 *     bytes ─unescapeJson─▶ text ─canonicalise─▶ canonical text ─tokenHashes─▶ u64 tokens
 *                    ─shingles─▶ u64 shingles ─signature─▶ u32 values ─bandKeys─▶ u32 keys
 *
 * `describe` runs the whole chain for a batch of texts in one call.
 */
export type KernelName = 'reference' | 'wasm' | 'wasm-simd'

export interface Kernels {
  readonly name: KernelName
  /** First free byte: everything below belongs to the kernels (their tables). Multiple of 64. */
  readonly base: number
  /** The memory. A new ArrayBuffer may replace it in `reserve`; take views again afterwards. */
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Makes [0, end) addressable. @returns false if the memory cannot grow that far. */
  reserve(end: number): boolean

  /**
   * The inside of a JSON string (no quotes) at [from, to), unescaped as WTF-8: `\ud83d\ude00` becomes one
   * 4-byte character, a lone surrogate its 3-byte generalised form.
   * REQUIRES: a valid JSON string body; target of to - from bytes.
   * @returns end of the target.
   */
  unescapeJson(from: number, to: number, out: number): number

  /**
   * Canonical text of the WTF-8 text at [from, to): each character mapped (NFKC_Casefold but for superscripts and the
   * like), then NFC; then tokens (runs of L, M, Nd; in scripts without spaces a base with its marks), separated by one
   * byte: 0x20 if there were other characters between them, 0x01 if not. No separators at the ends.
   * `rule`: `ruleOf` of options that drop marks or keep symbols as tokens.
   * REQUIRES: well-formed WTF-8; target of `canonicalRoom(to - from)` bytes.
   * @returns end of the target.
   */
  canonicalise(from: number, to: number, out: number, rule: number): number

  /** Number of characters of the WTF-8 text at [from, to) that take more room than others: `scratchBytes`. */
  expanding(from: number, to: number): number

  /** First offset in [from, to) that is not well-formed UTF-8 (surrogates refused), or `to`. */
  validUtf8(from: number, to: number): number

  /** MurmurHash3 x64 128 (seed 0) of [from, to), 16 bytes at `out`. */
  hash128(from: number, to: number, out: number): void

  /**
   * The 64-bit hash of every token of the text at [from, to), which is canonical or plain ASCII (lower-cased here); if
   * `rule` keeps symbols, canonical.
   * REQUIRES: target of 8 * ((to - from + 1) / 2) bytes.
   * @returns number of tokens.
   */
  tokenHashes(from: number, to: number, out: number, rule: number): number

  /**
   * Where the tokens of `tokenHashes` are: u32 {from, to} of each.
   * REQUIRES: target of 8 * ((to - from + 1) / 2) bytes.
   * @returns number of tokens.
   */
  tokenEdges(from: number, to: number, out: number, rule: number): number

  /** 16-byte hash of a sequence of `count` u64 token hashes at `tokens`; equal sequences have equal hashes. */
  sequenceHash(tokens: number, count: number, out: number): void

  /**
   * Shingle hashes of a token sequence, in order, repeats kept: one for every `size` consecutive tokens; a shorter
   * sequence (1 <= count < size) is its own single shingle; none for count 0. `out` does not overlap `tokens`.
   * @returns number of shingles.
   */
  wordShingles(tokens: number, count: number, size: number, out: number): number

  /**
   * The same over the code points of a canonical text: 0x20 counts as a character, 0x01 is ignored.
   * REQUIRES: target of 8 * (to - from + size + 1) bytes.
   */
  charShingles(from: number, to: number, size: number, out: number): number

  /**
   * A shingle for every `size` consecutive tokens that begin with a stop word; without any, the whole sequence is one.
   * `stops` is an open-addressing table of 2^bits u64 token hashes (slot: low bits, linear probing, 0 = free).
   */
  stopwordShingles(
    tokens: number,
    count: number,
    size: number,
    stops: number,
    bits: number,
    out: number,
  ): number

  /**
   * Fast-similarity-sketching signature: `length` u32 values at `out` of `count` >= 1 u64 shingle hashes.
   * Order and repeats of the shingles do not matter. Definition: `reference/signature.ts`.
   */
  signature(shingles: number, count: number, length: number, seed: number, out: number): void

  /**
   * The least hash of `count` >= 1 u64 shingles under each of `hashes` functions, u32 at `out`. `functions`: a pair of
   * u32 each. `hashes` is a multiple of four. Definition: `reference/least-hashes.ts`.
   */
  leastHashes(shingles: number, count: number, functions: number, hashes: number, out: number): void

  /** One u32 key for each of `bands` bands of `rows` signature values. REQUIRES: bands * rows <= signature length. */
  bandKeys(signature: number, bands: number, rows: number, out: number): void

  /**
   * The distinct values of a u64 array, in the order of their first occurrence, at `out` (which may equal `values`).
   * REQUIRES: `setTableBytes(count)` bytes at `table`: slots for four times as many values, for twice if very many.
   * @returns their number.
   */
  distinct(values: number, count: number, table: number, out: number): number

  /**
   * A table of `count` u64 values for `shared`. REQUIRES: room at `table` as for `distinct`.
   * @returns the number of distinct values.
   */
  tableOf(values: number, count: number, table: number): number

  /** The number of `count` distinct u64 values that are in the table made from `tableCount` values. */
  shared(table: number, tableCount: number, values: number, count: number): number

  /**
   * Odd sketch of `count` u64 values, `oddSketchWords` u32 at `out`: it bounds the size of the difference of two sets.
   * Definition: `reference/odd-sketches.ts`.
   */
  oddSketch(values: number, count: number, out: number): void

  /**
   * Drops, of `count` pairs of documents (u32, u32), those whose bound by their sketches is below `least`; the others
   * stay in order. `sketches`: those of all documents, `oddSketchWords` u32 each. `isContainment`: 0 for Jaccard, or 1.
   * Definition: `reference/odd-sketches.ts`.
   * @returns number of pairs left.
   */
  likely(pairs: number, count: number, sketches: number, isContainment: number, least: number): number

  /**
   * For every `window` consecutive hashes (u64) the place of the least one, the last of equal ones: u32 {place, first
   * window that takes it} at `out` for each place taken, ascending. Definition: `reference/winnow.ts`.
   * REQUIRES: 1 <= window <= count; target of 8 * (count - window + 1) bytes.
   * @returns number of places.
   */
  winnow(hashes: number, count: number, window: number, out: number): number

  /**
   * Turns u32 keys into the numbers of groups of equal ones, in place: from 1 on, 0 for a key that is alone or
   * whose byte at `takes` is 0. Numbers depend on the keys alone (`reference/groups.ts`).
   * REQUIRES: `groupScratchBytes(count)` bytes at `scratch`, count < 2^31.
   * @returns the number of groups.
   */
  groupKeys(keys: number, takes: number, count: number, scratch: number): number

  /**
   * The groups of each document: the numbers in its column of `bands` rows of `count` u32 at `cells`, 0 left
   * out, each plus that of its band in the u32 at `before`; all of them concatenated at `out`, and where those of
   * each document end in the u32 at `ends`.
   * @returns the number of all.
   */
  listGroups(cells: number, bands: number, count: number, before: number, ends: number, out: number): number

  /**
   * The low halves (u32, at `out`) of the `many` rarest of `count` distinct shingles (u64), the rarest first: by the
   * class of their counter, then by size. `classes`: 2^20 bytes, as `rarityClasses` makes them.
   * REQUIRES: many <= count; `rarestScratchBytes` at `scratch`.
   */
  rarest(values: number, count: number, many: number, classes: number, scratch: number, out: number): void

  /**
   * Sorts the entries (u64: u32 member above 24 bits of a set and 8 of a rank) whose slot has another one, to `out`. A
   * slot is `slotBits` bits of the member, those behind the `lost` first ones.
   * REQUIRES: at `counts` 2^slotBits u32; target of 8 * count bytes.
   * @returns their number.
   */
  sortRuns(
    entries: number,
    count: number,
    lost: number,
    slotBits: number,
    counts: number,
    out: number,
  ): number

  /**
   * Enters the pairs of sets that may match, of each run of sorted entries with one member, into a table of u64
   * (smaller set, larger set; 0: free), until the table is half full; runs of too many entries are listed instead, u32
   * {from, to}.
   * Plan, and when two sets may match: `run-plan.ts`, `reference/likely-runs.ts`.
   */
  likelyRuns(plan: number): void

  /**
   * Begins `meetings` by a plan: see `meeting-plan.ts`.
   * @returns the number of pairs of members of the groups, at most 2^31 - 1; the plan has a limit for one document.
   */
  planMeetings(plan: number): number

  /**
   * Lists pairs of documents that share enough groups, u32 {smaller number, larger}, at `out`: those of further
   * documents with smaller ones, until there are `room` or more. Definition: `reference/meetings.ts`.
   * REQUIRES: `planMeetings`; target of 8 * (`room` + pairs of one document + 1) bytes.
   * @returns their number; the plan has the next document.
   */
  meetings(plan: number, out: number, room: number): number

  /** Begins `sharingRows` by a plan: see `sharing-plan.ts`. */
  planSharing(plan: number): void

  /**
   * The rows (u32, at `out`, ascending) of a block of `rows` that share enough words with one row of the list of the
   * plan. The block has as many columns, one after the other. Definition: `reference/sharing.ts`.
   * REQUIRES: `planSharing`; target of 4 * rows bytes.
   * @returns their number.
   */
  sharingRows(plan: number, block: number, rows: number, out: number): number

  /** Offsets (u32, at `out`) of the line feeds in [from, to), at most `max`. @returns their number. */
  newlines(from: number, to: number, out: number, max: number): number

  /**
   * Checks that [from, to) is one JSON object and finds the values of wanted top-level keys.
   * `keys`: `keyCount` u32 pairs {pointer, length}. `out`: for each key u32 {type, from, to} (type 0 missing, 1 string
   * without escapes, 2 string with escapes, 3 null, 4 other), then the u32 offset of the error.
   * @returns 0, or 1 not JSON, 2 not an object, 3 invalid UTF-8, 4 too deep, 5 NUL byte.
   */
  jsonRecord(from: number, to: number, keys: number, keyCount: number, out: number): number

  /**
   * Texts of consecutive JSON lines, between the `count` + 1 addresses (u32) at `bounds`. Stops at the first one that
   * `jsonRecord` refuses, or that has no string for the first of `keys`. At `texts`: for each accepted record u32
   * {from, to} of its text, in place or unescaped at `out`, where 64 bytes separate two texts; then the u32 address
   * behind these.
   * REQUIRES: at `out` room for the bytes of all records and 64 for each, at `texts` 8 * count + 12 * keyCount + 4.
   * @returns the number of accepted records.
   */
  jsonTexts(
    bounds: number,
    count: number,
    keys: number,
    keyCount: number,
    out: number,
    texts: number,
  ): number

  /** Shingle hashes (u64, at `out`) of the text at [from, to), cut by the plan. @returns their number. */
  shinglesOf(from: number, to: number, plan: number, scratch: number, out: number): number

  /**
   * Runs the whole chain for `count` texts. `texts`: u32 pairs {from, to}. `plan`: see `plan-layout.ts`.
   * `out`: for each text u32: hash128 (4), sequenceHash (4) of the units its shingles are runs of (tokens, or
   * one-character shingles), number of tokens, band keys, and the odd sketch if the plan wants it. A text without
   * tokens has zeros for both of these. `scratch`: see `scratchBytes`.
   */
  describe(texts: number, count: number, plan: number, scratch: number, out: number): void

  /**
   * The same, and of each text at the address in `rarestPlan` (`rarest-plan.ts`): u32 number of distinct shingles, then
   * the low halves of the rarest of them, in order, as `rarest` gives them. Of a text of more than 16,384 shingles,
   * repeats counted: `notSketched` only. Afterwards the plan has the address behind the last text.
   * REQUIRES: the plan wants bands and sketches; `rarestRoom` of each text.
   */
  describeRarest(
    texts: number,
    count: number,
    plan: number,
    scratch: number,
    out: number,
    rarestPlan: number,
  ): void

  /**
   * MD5 of the text profile (Solr, Nutch) of each of `count` texts, 16 bytes each at `out`. `texts`: u32 pairs
   * {from, to}. `plan`: see `signature-layout.ts`. Definition: `reference/signatures/text-profile.ts`.
   * REQUIRES: well-formed WTF-8; `profileScratchBytes` of the longest text at `scratch`.
   */
  profileSignatures(texts: number, count: number, plan: number, scratch: number, out: number): void

  /**
   * MD5 of each of `count` texts, 16 bytes each at `out`, from its bytes in one of `signatureEncodings`. `texts`: as
   * above.
   * REQUIRES: well-formed WTF-8; `md5ScratchBytes` of the longest text at `scratch`.
   */
  md5Signatures(texts: number, count: number, encoding: number, scratch: number, out: number): void

  /**
   * Lookup3 (Solr's `lookup3ycs64`, from 0) of each of `count` texts, 16 bytes each at `out`: the hash, highest byte
   * first, then zeros. `texts`: as above. REQUIRES: well-formed WTF-8.
   */
  lookup3Signatures(texts: number, count: number, out: number): void

  /**
   * Hash of the buckets of Lucene's MinHash of each of `count` texts, 16 bytes each at `out`; zeros for a text without
   * tokens. `texts`: as above. Counts are 1 or more. Definition: `reference/signatures/lucene-buckets.ts`.
   * REQUIRES: well-formed WTF-8; `luceneScratchBytes` of the longest text at `scratch`.
   */
  luceneSignatures(
    texts: number,
    count: number,
    shingleSize: number,
    hashCount: number,
    bucketCount: number,
    scratch: number,
    out: number,
  ): void
}
