/** Printable text: what comes from names and texts, without what would command a terminal. */

/** The same with every control character, line ends among them, replaced by U+FFFD. */
export function printableLine(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd')
}
