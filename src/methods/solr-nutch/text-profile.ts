/** The text profile of Solr and Nutch as a function. */
import { checkArgument, checkString } from '../../ground/options/arguments.ts'
import type { TextProfileRule } from '../../texts/kernels/layout/signature-layout.ts'
import { textProfile as unchecked } from '../../texts/kernels/reference/signatures/text-profile.ts'
import { checkProfileOptions } from './params.ts'

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
