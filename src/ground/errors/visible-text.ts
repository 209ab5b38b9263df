/**
 * A text in a message: quoted, with invisible characters by their numbers, so that users find a byte-order mark inside
 * a file.
 *
 * @example visibleText('\ufeffid') // => '"\\ufeffid"'
 */
export function visibleText(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cf}\p{Zl}\p{Zp}\x7f-\xa0]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
