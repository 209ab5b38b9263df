/**
 * Printable text: names and texts without characters that could command the terminal: controls (C0, DEL, C1), and those
 * that change the direction of the text around them (Unicode Standard Annex 9: embeddings, overrides, isolates).
 */

/** Replaces every such character, line ends included, by U+FFFD. */
export function printableLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** The same, except white space. */
export function printableText(text: string): string {
  return text.replace(/(?!\s)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/**
 * What a terminal gets, whatever was to be printed: line feeds, tabs, and of sequences only those that colour text and
 * redraw a line here. Characters that JSON may hold unescaped become escapes, so that JSON keeps its values.
 *
 * @example printed('{"id":"a\u202eb"}\n') // => '{"id":"a\\u202eb"}\n'
 */
export function printed(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey
    /(\r?\x1b\[2K|\x1b\[(?:0|2|31|32)m)|([\x7f-\x9f\u202a-\u202e\u2066-\u2069])|[\x00-\x08\x0b-\x1f]/g,
    (_, ours?: string, escaped?: string) =>
      ours ??
      (escaped === undefined ? '\ufffd' : `\\u${escaped.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}
