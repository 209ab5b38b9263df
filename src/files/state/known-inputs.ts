/**
 * Known inputs: what a state remembers of the files that runs have read, and whether they are still the same.
 *
 *     stat as remembered and settled  ─▶ the same       any other stat  ─▶ the same if size and checksums are
 *
 * A file that has its old inode, size and times (`stat-words.ts`) has its old bytes. A stat is settled if it
 * was taken long after those times: a write within the resolution of the clock would not show. Anything else is
 * decided by the checksums, so a file may be touched, or restored from a copy.
 *
 * Ours: all of it. Cost: a stat, or one read of the file. Error: a change that keeps all CRC-32, once in
 * 2^32.
 */
import { type BigIntStats, closeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { openedSource } from '../inputs/source.ts'
import { inputError } from '../io/input-errors.ts'
import { readFully } from '../io/read-input.ts'
import { statOf, wordsOfStat } from '../io/stat-words.ts'

/** A file as it was. */
export interface KnownFile {
  /** Absolute path. */
  readonly path: string
  readonly sizeBytes: number
  /** As of `statWords`. */
  readonly stat: string
  /** Whether a later change is sure to show in `stat`. */
  readonly isSettled: boolean
  /** CRC-32 of each 64 MiB. */
  readonly checksums: readonly number[]
}

/** Bytes under one checksum. */
const partBytes = 64 * 2 ** 20
/** Bytes read at once. */
const blockBytes = 2 ** 20
/** Nanoseconds: more than the resolution of any file system's times, FAT's included. */
const settlesAfter = 3_000_000_000n

/** @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export async function knownFile(path: string, rest = restNow): Promise<KnownFile> {
  const before = statOf(path)
  const checksums = await checksumsOf(path, Number(before.size), rest)
  return {
    path,
    sizeBytes: Number(before.size),
    stat: wordsOfStat(before),
    isSettled: settled(before),
    checksums,
  }
}

/**
 * The file as it is now, with the same bytes.
 *
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE; INPUT_CHANGED if it has other bytes
 */
export async function sameFile(known: KnownFile): Promise<KnownFile> {
  const { path, sizeBytes, stat, isSettled, checksums } = known
  const found = statOf(path)
  if (Number(found.size) !== sizeBytes) throw changed(path, `${found.size} bytes instead of ${sizeBytes}`)
  if (isSettled && stat === wordsOfStat(found)) return known
  const now = await checksumsOf(path, sizeBytes, restNow)
  const other = now.findIndex((checksum, part) => checksum !== checksums[part])
  if (other >= 0) throw changed(path, `other bytes than then, after byte ${other * partBytes}`)
  return { ...known, stat: wordsOfStat(found), isSettled: settled(found) }
}

export function changed(path: string, got: string): NearsameError {
  return new NearsameError('INPUT_CHANGED', {
    expected: 'the inputs of earlier runs to stay as they were, as new documents are measured against them',
    got,
    where: path,
    fix: 'restore the file, or start a new `state` with all inputs',
  })
}

function settled({ mtimeNs, ctimeNs }: BigIntStats): boolean {
  const now = BigInt(Date.now()) * 1_000_000n
  return now - mtimeNs > settlesAfter && now - ctimeNs > settlesAfter
}

async function checksumsOf(path: string, sizeBytes: number, rest: () => Promise<void>): Promise<number[]> {
  const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(1, sizeBytes)))
  const checksums: number[] = []
  const fd = openedSource(path)
  try {
    for (let at = 0; at < sizeBytes; at += partBytes) {
      let checksum = 0
      for (let from = at; from < Math.min(sizeBytes, at + partBytes); from += block.length) {
        const bytes = block.subarray(0, Math.min(block.length, sizeBytes - from))
        checksum = crc32(bytes.subarray(0, readFully(fd, bytes, from)), checksum)
        await rest()
      }
      checksums.push(checksum)
    }
  } catch (cause) {
    throw inputError(cause, path)
  } finally {
    closeSync(fd)
  }
  return checksums
}

async function restNow(): Promise<void> {
  await nextTurn()
}
