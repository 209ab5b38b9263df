/**
 * Text rule of the restaurant search: the normal form, words and word n-grams of a text.
 *
 *     normal form = lower case ─▶ each punctuation mark a blank ─▶ each run of white space one blank
 *
 * White space is `\s` of Java, the six characters of ASCII. A no-break space is part of a word. The marks are the
 * source's character class as Java reads it, all of `\p{Punct}` except three: "-" is left out on purpose; `[` and `]`
 * open and close a nested set in the class, so they are not in it either.
 *
 * Words are the parts between blanks as `String.split(" ")` of Java gives them: empty ones at the end are dropped, an
 * empty one at the beginning stays. So `'21' Club` has the words "", "21" and "club", and its first word is "".
 *
 * N-grams are sequences of tokens joined by one blank; tokens are runs without white space. A text of fewer words than
 * `size` is its own single n-gram, unchanged. Words and tokens differ if a text begins with a mark:
 * `'21' Club` has three words and two tokens, and no 3-gram at all.
 *
 * Source: "Near Duplicate Detection using MinHashing and Solr", 2014, class ShingleProcessor; LingPipe 4.1,
 * RegExTokenizerFactory and TokenNGramTokenizerFactory, for the n-grams.
 * Error: lower case follows the Unicode of the JavaScript engine.
 */

const marks = /[!"#$%&'()*+,./:;<=>?@\\^_`{|}~]/g
const whiteSpace = /[ \t\n\v\f\r]+/g

/**
 * The normal form, idempotent.
 *
 * @example normalizeRestaurant("Art's Delicatessen  12224 Ventura Blvd.") // => 'art s delicatessen 12224 ventura blvd '
 */
export function normalizeRestaurant(text: string): string {
  return text.toLowerCase().replace(marks, ' ').replace(whiteSpace, ' ')
}

/**
 * The words of a normal form; a single blank has none, an empty text has the empty word.
 *
 * @example splitNormal(normalizeRestaurant("'21' Club!")) // => ['', '21', 'club']
 */
export function splitNormal(normal: string): string[] {
  if (normal === '') return ['']
  const words = normal.split(' ')
  let count = words.length
  while (count > 0 && words[count - 1] === '') count--
  words.length = count
  return words
}

/**
 * The word n-grams in their order, repeats included.
 *
 * @param size words in one, at least 1
 * @example wordNgrams('21 Clear-Water Cafe, Los Angeles', 3) // => ['21 clear-water cafe', 'clear-water cafe los', 'cafe los angeles']
 * @example wordNgrams('Toulouse', 3) // => ['Toulouse']
 */
export function wordNgrams(text: string, size: number): string[] {
  const normal = normalizeRestaurant(text)
  if (splitNormal(normal).length < size) return [text]
  const tokens = normal.split(' ').filter(token => token !== '')
  const count = Math.max(0, tokens.length - size + 1)
  return Array.from({ length: count }, (_, i) => tokens.slice(i, i + size).join(' '))
}
