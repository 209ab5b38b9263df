/**
 * A text in a message: quoted, with the characters that nobody sees by their numbers, so that a byte-order mark inside a
 * file can be found.
 *
 * @example shown('\ufeffid') // => '"\\ufeffid"'
 */
export function shown(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cf}\p{Zl}\p{Zp}\x7f-\xa0]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
