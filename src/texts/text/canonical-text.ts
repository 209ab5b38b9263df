/**
 * Canonical text: its tokens and characters, as strings. The kernel `canonicalise` defines it.
 *
 * Two tokens are separated by one byte, 0x20 if something was between them and 0x01 if not; there is none at the
 * ends.
 */
import type { KernelPlan } from '../kernels/layout/plan-layout.ts'
import { decodeText } from './text-bytes.ts'

const joint = '\u0001'

/** @example tokensOf(new Uint8Array([0x61, 0x01, 0x62, 0x20, 0x63])) // => ['a', 'b', 'c'] */
export function tokensOf(canonical: Uint8Array): string[] {
  return canonical.length === 0 ? [] : decodeText(canonical).replaceAll(joint, ' ').split(' ')
}

/**
 * The characters that shingles consist of: a blank if something was between two tokens.
 *
 * @example charactersOf(new Uint8Array([0x61, 0x01, 0x62, 0x20, 0x63])) // => 'ab c'
 */
export function charactersOf(canonical: Uint8Array): string {
  return decodeText(canonical).replaceAll(joint, '')
}

/**
 * The part that normalised duplicates have in common: the tokens separated by blanks, or, if shingles consist of
 * characters, those.
 */
export function sequenceOf(canonical: Uint8Array, unit: KernelPlan['unit']): string {
  return unit === 'chars' ? charactersOf(canonical) : tokensOf(canonical).join(' ')
}
