import { visibleText } from './visible-text.ts'

/**
 * Names as a message lists them, at most twenty.
 *
 * @example listed(['id', 'text']) // => '"id", "text"'
 * @example listed([]) // => '(none)'
 */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return '(none)'
  const first = names.slice(0, 20).map(visibleText)
  return first.join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '')
}
