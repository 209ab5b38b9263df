/** Options of text profiles, with the defaults that Solr and Nutch share, and the profile for whoever asks for one. */

import { checkArgument, checkObject, checkString } from '../../ground/options/arguments.ts'
import type { TextProfileRule } from '../../texts/kernels/layout/signature-layout.ts'
import { textProfile as unchecked } from '../../texts/kernels/reference/signatures/text-profile.ts'

export interface ProfileOptions {
  /**
   * Share of the highest count by which counts are rounded down: any number, used as float32; 0.01 if
   * absent.
   */
  readonly quantRate?: number
  /** Only words of more UTF-16 units than this count: int32, 2 if absent. */
  readonly minTokenLen?: number
}

export const defaultQuantRate = 0.01
export const defaultMinTokenLen = 2

/** @throws NearsameError OPTION_VALUE */
export function checkProfileOptions(options: ProfileOptions): Required<ProfileOptions> {
  checkObject('options', options)
  const { quantRate = defaultQuantRate, minTokenLen = defaultMinTokenLen } = options
  checkArgument(typeof quantRate === 'number', 'quantRate', quantRate, 'a number')
  const isInt32 = Number.isInteger(minTokenLen) && minTokenLen === (minTokenLen | 0)
  checkArgument(isInt32, 'minTokenLen', minTokenLen, 'a whole number of 32 bits')
  return { quantRate, minTokenLen }
}

/** Settings as configurations have them: all that are read are texts. @throws NearsameError OPTION_VALUE */
export function checkSettingTexts(name: string, settings: object, read: readonly string[]): void {
  checkObject(name, settings)
  for (const key of read) {
    const value = (settings as Readonly<Record<string, unknown>>)[key]
    checkArgument(value === undefined || typeof value === 'string', key, value, 'a text')
  }
}

/**
 * The profile of a text, without a line end after its last line; empty if no word is left.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_VALUE
 * @example textProfile('To be or not to be', { quantRate: 0.01, minTokenLen: 1, order: 'lexicographic' }) // => 'be 2\nto 2'
 */
export function textProfile(text: string, rule: TextProfileRule): string {
  checkString('text', text)
  const checked = checkProfileOptions(rule)
  const { order } = rule
  checkArgument(order === 'java' || order === 'lexicographic', 'order', order, 'java or lexicographic')
  return unchecked(text, { ...checked, order })
}
