/** The reference kernels: every method in plain TypeScript on a plain ArrayBuffer. Slow, and the definition. */
import type { Kernels } from '../layout/kernels.ts'
import { canonicalise } from './canonical.ts'
import { describe, shinglesOf } from './describe.ts'
import { describeRarest } from './describe-rarest.ts'
import { groupKeys, listGroups } from './groups.ts'
import { hash128 } from './hash128.ts'
import { jsonRecord, unescapeJson } from './json.ts'
import { jsonTexts } from './json-texts.ts'
import { leastHashes } from './least-hashes.ts'
import { likelyRuns, sortRuns } from './likely-runs.ts'
import { meetings, planMeetings } from './meetings.ts'
import { likely, oddSketch } from './odd-sketches.ts'
import { rarest } from './rarest.ts'
import { distinct, shared, tableOf } from './sets.ts'
import { sharingRows } from './sharing.ts'
import { charShingles, stopwordShingles, wordShingles } from './shingles.ts'
import { bandKeys, signature } from './signature.ts'
import {
  lookup3Signatures,
  luceneSignatures,
  md5Signatures,
  profileSignatures,
} from './signatures/text-signatures.ts'
import { sequenceHash, tokenEdges, tokenHashes } from './tokens.ts'
import { expanding, validUtf8 } from './utf8.ts'
import { winnow } from './winnow.ts'

export function referenceKernels(): Kernels {
  const memory = { buffer: new ArrayBuffer(1 << 16) }
  let bytes = new Uint8Array(memory.buffer)
  const reserve = (end: number): boolean => {
    if (end <= memory.buffer.byteLength) return true
    const grown = new Uint8Array(new ArrayBuffer(2 ** Math.ceil(Math.log2(end))))
    grown.set(bytes)
    bytes = grown
    memory.buffer = grown.buffer
    return true
  }
  return {
    name: 'reference',
    base: 64,
    memory,
    reserve,
    unescapeJson: (from, to, out) => unescapeJson(bytes, from, to, out),
    canonicalise: (from, to, out, rule) => canonicalise(bytes, from, to, out, rule),
    validUtf8: (from, to) => validUtf8(bytes, from, to),
    expanding: (from, to) => expanding(bytes, from, to),
    hash128: (from, to, out) => hash128(bytes, from, to, out),
    tokenHashes: (from, to, out, rule) => tokenHashes(bytes, from, to, out, rule),
    tokenEdges: (from, to, out, rule) => tokenEdges(bytes, from, to, out, rule),
    sequenceHash: (tokens, count, out) => sequenceHash(bytes, tokens, count, out),
    wordShingles: (tokens, count, size, out) => wordShingles(bytes, tokens, count, size, out),
    charShingles: (from, to, size, out) => charShingles(bytes, from, to, size, out),
    stopwordShingles: (...places) => stopwordShingles(bytes, ...places),
    signature: (shingles, count, length, seed, out) => signature(bytes, shingles, count, length, seed, out),
    leastHashes: (shingles, count, functions, hashes, out) =>
      leastHashes(bytes, shingles, count, functions, hashes, out),
    bandKeys: (values, bands, rows, out) => bandKeys(bytes, values, bands, rows, out),
    distinct: (values, count, table, out) => distinct(bytes, values, count, table, out),
    tableOf: (values, count, table) => tableOf(bytes, values, count, table),
    shared: (table, tableCount, values, count) => shared(bytes, table, tableCount, values, count),
    oddSketch: (values, count, out) => oddSketch(bytes, values, count, out),
    likely: (...places) => likely(bytes, ...places),
    rarest: (...places) => rarest(bytes, ...places),
    winnow: (hashes, count, window, out) => winnow(bytes, hashes, count, window, out),
    groupKeys: (keys, takes, count) => groupKeys(bytes, keys, takes, count),
    listGroups: (...places) => listGroups(bytes, ...places),
    sortRuns: (...places) => sortRuns(bytes, ...places),
    likelyRuns: plan => likelyRuns(bytes, plan),
    planMeetings: plan => planMeetings(bytes, plan),
    meetings: (plan, out, room) => meetings(bytes, plan, out, room),
    planSharing: () => {},
    sharingRows: (...places) => sharingRows(bytes, ...places),
    newlines: (from, to, out, max) => newlines(bytes, from, to, out, max),
    jsonRecord: (from, to, keys, keyCount, out) => jsonRecord(bytes, from, to, keys, keyCount, out),
    jsonTexts: (...places) => jsonTexts(bytes, ...places),
    shinglesOf: (from, to, plan, scratch, out) => shinglesOf(bytes, from, to, plan, scratch, out),
    describe: (texts, count, plan, scratch, out) => describe(bytes, texts, count, plan, scratch, out),
    describeRarest: (...places) => describeRarest(bytes, ...places),
    ...signatureKernels(() => bytes),
  }
}

/** The kernels of whole signatures. */
function signatureKernels(
  bytes: () => Uint8Array,
): Pick<Kernels, 'profileSignatures' | 'md5Signatures' | 'lookup3Signatures' | 'luceneSignatures'> {
  return {
    profileSignatures: (texts, count, plan, _scratch, out) =>
      profileSignatures(bytes(), texts, count, plan, out),
    md5Signatures: (texts, count, encoding, _scratch, out) =>
      md5Signatures(bytes(), texts, count, encoding, out),
    lookup3Signatures: (texts, count, out) => lookup3Signatures(bytes(), texts, count, out),
    luceneSignatures: (texts, count, shingleSize, hashCount, bucketCount, _scratch, out) =>
      luceneSignatures(bytes(), texts, count, { shingleSize, hashCount, bucketCount }, out),
  }
}

/** See `Kernels.newlines`: byte by byte. */
export function newlines(memory: Uint8Array, from: number, to: number, out: number, max: number): number {
  const words = new DataView(memory.buffer, memory.byteOffset, memory.byteLength)
  let count = 0
  for (let at = from; at < to && count < max; at++) {
    if (memory[at] === 0x0a) words.setUint32(out + 4 * count++, at, true)
  }
  return count
}
