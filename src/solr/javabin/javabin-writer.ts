/**
 * Javabin writer: from a plain object to a named list, for answers to SolrJ.
 *
 *     list   = tag 6 with its size, { key, value }
 *     key    = tag 7 (known string) with number 0, string     every key is written out
 *     value  = list | string | int
 *
 * Source: Apache Solr 9.10.1, the bytes that `JavaBinCodec` reads, format version 2; `javabin-reader.ts`
 * has the tags.
 */
export interface NamedList {
  readonly [name: string]: string | number | NamedList
}

const version = 2
const stringKind = 1 << 5
const namedListKind = 6 << 5
const knownString = 7 << 5
const intTag = 6

/** Numbers must be int32. @returns the version byte and the list */
export function encodeNamedList(list: NamedList): Uint8Array {
  const pieces: Uint8Array[] = [Uint8Array.of(version)]
  writeList(list, pieces)
  return Buffer.concat(pieces)
}

function writeList(list: NamedList, pieces: Uint8Array[]): void {
  const entries = Object.entries(list)
  writeSize(namedListKind, entries.length, pieces)
  for (const [name, value] of entries) {
    pieces.push(Uint8Array.of(knownString))
    writeString(name, pieces)
    if (typeof value === 'string') writeString(value, pieces)
    else if (typeof value === 'number') writeInt(value, pieces)
    else writeList(value, pieces)
  }
}

function writeInt(value: number, pieces: Uint8Array[]): void {
  const bytes = Buffer.alloc(5, intTag)
  bytes.writeInt32BE(value, 1)
  pieces.push(bytes)
}

function writeString(text: string, pieces: Uint8Array[]): void {
  const bytes = Buffer.from(text)
  writeSize(stringKind, bytes.length, pieces)
  pieces.push(bytes)
}

/** Sizes up to 30 fit in the tag; from 31 the rest follows in groups of 7 bits, low groups first. */
function writeSize(kind: number, size: number, pieces: Uint8Array[]): void {
  if (size < 31) {
    pieces.push(Uint8Array.of(kind | size))
    return
  }
  const bytes = [kind | 31]
  let rest = size - 31
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  pieces.push(Uint8Array.of(...bytes, rest))
}
