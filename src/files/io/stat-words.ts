/**
 * The stat of a file in words, which are others once its bytes were written to.
 *
 * The system sets the time of the last change of an inode (ctime) itself, and no program can set it back. The device is
 * left out: its number may be another one after the machine has started again.
 */
import { type BigIntStats, statSync } from 'node:fs'
import { inputError } from './input-errors.ts'

/** @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export function statOf(path: string): BigIntStats {
  try {
    return statSync(path, { bigint: true })
  } catch (cause) {
    throw inputError(cause, path)
  }
}

/** Inode, times of change of content and inode in nanoseconds. */
export function wordsOfStat({ ino, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, mtimeNs, ctimeNs].join(' ')
}

/** @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export function statWords(path: string): string {
  return wordsOfStat(statOf(path))
}
