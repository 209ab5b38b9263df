/**
 * Canonical text: its tokens and characters, as strings. How it is made of a text says `canonicalise` of the kernels.
 *
 * Between two tokens there is one byte, 0x20 where something stood between them and 0x01 where nothing did; at the ends
 * there is none.
 */
import type { KernelPlan } from '../kernels/layout/plan-layout.ts'
import { decodeText } from './text-bytes.ts'

const joint = '\u0001'

/** @example tokensOf(new Uint8Array([0x61, 0x01, 0x62, 0x20, 0x63])) // => ['a', 'b', 'c'] */
export function tokensOf(canonical: Uint8Array): string[] {
  return canonical.length === 0 ? [] : decodeText(canonical).replaceAll(joint, ' ').split(' ')
}

/**
 * The characters that shingles are made of: a blank where something stood between two tokens.
 *
 * @example charactersOf(new Uint8Array([0x61, 0x01, 0x62, 0x20, 0x63])) // => 'ab c'
 */
export function charactersOf(canonical: Uint8Array): string {
  return decodeText(canonical).replaceAll(joint, '')
}

/**
 * What normalised duplicates have in common: the tokens with a blank between two, or, where shingles are made of
 * characters, these.
 */
export function sequenceOf(canonical: Uint8Array, unit: KernelPlan['unit']): string {
  return unit === 'chars' ? charactersOf(canonical) : tokensOf(canonical).join(' ')
}
