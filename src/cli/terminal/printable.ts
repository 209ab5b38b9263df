/** Printable text: names and texts without control characters, which could command the terminal. */

/** Replaces every control character, line ends included, by U+FFFD. */
export function printableLine(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd')
}
