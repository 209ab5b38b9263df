/**
 * Lines of the two restaurant guides, Fodor's and Zagat's: strips telephone and kind of food from names and addresses.
 *
 * The telephone number would give the answer away. A line ends before the first match of the beginning of a number:
 * three digits and "/" in Fodor's, three digits and "-" in Zagat's. A house number such as 293-B matches too, so that
 * row of Zagat's keeps only its name; a line without a number stays whole.
 *
 * Source: "Near Duplicate Detection using MinHashing and Solr", 2014, its script; Python 2, for the trimming.
 */
import {
  checkArgument,
  checkList,
  checkNamed,
  checkString,
  checkTexts,
} from '../../ground/options/arguments.ts'

/** The beginning of a telephone number in each guide. */
export const telephoneStarts = Object.freeze({ fodors: /[0-9]{3}\//, zagats: /[0-9]{3}-/ })

/** The contents of a guide's file, one restaurant a line, and the beginning of its telephone numbers. */
export interface Guide {
  readonly lines: string
  readonly telephone: RegExp
}

/**
 * The part of a line before the telephone number, trimmed of white space.
 *
 * @example stripTelephone("Art's Deli 12224 Ventura Blvd. Studio City 818-762-1221 Delis", telephoneStarts.zagats) // => "Art's Deli 12224 Ventura Blvd. Studio City"
 * @example stripTelephone('Toulouse 293-B Peachtree Rd. Atlanta 404-351-9533 French (New)', telephoneStarts.zagats) // => 'Toulouse'
 */
export function stripTelephone(line: string, telephone: RegExp): string {
  checkString('line', line)
  checkArgument(telephone instanceof RegExp, 'telephone', telephone, 'a regular expression')
  const stripped = strip(line)
  const start = stripped.search(telephone)
  return start < 0 ? stripped : strip(stripped.slice(0, start))
}

/** Names and addresses of all guides, guide by guide; empty lines count. */
export function guideAddresses(guides: readonly Guide[]): string[] {
  checkList('guides', guides, 'guides')
  return [...guides].flatMap(guide => {
    checkNamed('guide', guide)
    const { lines, telephone } = guide
    checkString('lines', lines)
    const all = lines.split('\n')
    if (all[all.length - 1] === '') all.pop()
    return all.map(line => stripTelephone(line, telephone))
  })
}

/**
 * Lines numbered from 1, as the source's index reads them.
 *
 * @example numberedLines(['Ti Couz', 'Trio Cafe']) // => '1 Ti Couz\n2 Trio Cafe\n'
 */
export function numberedLines(addresses: readonly string[]): string {
  checkTexts('addresses', addresses)
  return addresses.map((address, i) => `${i + 1} ${address}\n`).join('')
}

/** Trims the six white space characters of ASCII at both ends. */
function strip(line: string): string {
  return line.replace(/^[ \t\n\v\f\r]+/, '').replace(/(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/, '')
}
