/**
 * Signatures of Nutch: the three classes that `db.signature.class` names, on pages.
 *
 *     MD5Signature            MD5 of the content as fetched; of the URL if there is none
 *     TextMD5Signature        MD5 of the parsed text, unit by unit in CESU-8
 *     TextProfileSignature    MD5 of the profile of the parsed text in UTF-8
 *
 * The two on texts are MD5Signature if the text is empty or missing. A non-empty text without a word that counts has
 * the MD5 of nothing.
 *
 * Source: Nutch 1.22, package `org.apache.nutch.crawl`, observed; also 1.3, 1.13 and 1.15, where options
 * say so.
 */
import { md5Hex } from '../../ground/hash/md5.ts'
import { checkArgument, checkBoolean, checkNamed, checkObject } from '../../ground/options/arguments.ts'
import { encodeCesu8, encodeUtf8 } from '../../texts/java/encodings.ts'
import { textProfile } from '../../texts/kernels/reference/signatures/text-profile.ts'
import { urlIn } from '../contract/page-url.ts'
import { JavaException } from '../java/java-exception.ts'
import { checkProfileOptions, type ProfileOptions, profileDefaults } from './params.ts'

/** A fetched page, and its parsed text. */
export interface NutchPage {
  /** Address of the page, or null. */
  readonly url: string | null
  /** The bytes as fetched, or null. */
  readonly content: Uint8Array | null
  /** Text of the parse, or null. Default: the page was not parsed. */
  readonly text?: string | null
}

export interface NutchMd5Options {
  /**
   * How to sign content of no bytes: by the `url`, as in Nutch 1.14 and later, or by its `bytes`, which are none.
   * Default: url.
   */
  readonly emptyContent?: 'url' | 'bytes'
}

export interface NutchProfileOptions extends ProfileOptions, NutchMd5Options {
  /**
   * Orders words of equal count by their units, as in Nutch 1.16 and later, not in the order of a Java hash map.
   * Default: true.
   */
  readonly secSortLex?: boolean
}

/** A text alone is a page without a URL, with this content and text. */
function pageOf(page: NutchPage | string): NutchPage {
  if (typeof page === 'string') return { url: '', content: encodeUtf8(page), text: page }
  checkNamed('page', page)
  const { url, content, text } = page
  checkArgument(url === null || typeof url === 'string', 'url', url, 'a text, or null')
  checkArgument(
    content === null || content instanceof Uint8Array,
    'content',
    content,
    'a Uint8Array, or null',
  )
  const isText = text === undefined || text === null || typeof text === 'string'
  checkArgument(isText, 'text', text, 'a text, or null')
  return page
}

/** The page of which a method got this text. @param field its parameter `url` */
export function pageBy(field: string, text: string): NutchPage | string {
  const url = field === '' ? undefined : urlIn(text)
  return url === undefined ? text : { url, content: null, text: null }
}

function missing(call: string, what: string): JavaException {
  const message = `Cannot invoke "${call}" because ${what} is null`
  return new JavaException('java.lang.NullPointerException', message)
}

/**
 * `MD5Signature` of a page: 32 hexadecimal digits.
 *
 * @throws JavaException NullPointerException if both content and URL are missing
 * @throws NearsameError OPTION_VALUE
 * @example nutchMd5({ url: 'http://example.com/', content: new Uint8Array([0x61, 0x62, 0x63]) }) // => '900150983cd24fb0d6963f7d28e17f72'
 */
export function nutchMd5(page: NutchPage | string, options: NutchMd5Options = {}): string {
  const { url, content } = pageOf(page)
  const isUrl = checkMd5Options(options) === 'url'
  if (content && (content.length > 0 || !isUrl)) return md5Hex(content)
  if (url === null) {
    throw missing('String.getBytes()', 'the return value of "org.apache.nutch.protocol.Content.getUrl()"')
  }
  return md5Hex(encodeUtf8(url))
}

/** How to sign content of no bytes. @throws NearsameError OPTION_VALUE */
function checkMd5Options(options: NutchMd5Options): 'url' | 'bytes' {
  checkObject('options', options)
  const { emptyContent = 'url' } = options
  const isKnown = emptyContent === 'url' || emptyContent === 'bytes'
  checkArgument(isKnown, 'emptyContent', emptyContent, 'url or bytes')
  return emptyContent
}

/**
 * `TextMD5Signature` of a page: 32 hexadecimal digits.
 *
 * @throws JavaException NullPointerException for a page that was not parsed, or as `nutchMd5`
 * @throws NearsameError OPTION_VALUE
 * @example nutchTextMd5('abc') // => '900150983cd24fb0d6963f7d28e17f72'
 */
export function nutchTextMd5(page: NutchPage | string, options: NutchMd5Options = {}): string {
  const { text } = pageOf(page)
  checkMd5Options(options)
  if (text === undefined) throw missing('org.apache.nutch.parse.Parse.getText()', '"parse"')
  return text ? md5Hex(encodeCesu8(text)) : nutchMd5(page, options)
}

/**
 * `TextProfileSignature` of a page: 32 hexadecimal digits.
 *
 * @throws JavaException NullPointerException as `nutchMd5`
 * @throws NearsameError OPTION_VALUE
 * @example nutchTextProfile('Near near far!') // => nutchTextProfile('far near, near')
 */
export function nutchTextProfile(page: NutchPage | string, options: NutchProfileOptions = {}): string {
  const { text } = pageOf(page)
  const rule = checkProfileOptions(options)
  checkMd5Options(options)
  const { secSortLex = profileDefaults.secSortLex } = options
  checkBoolean('secSortLex', secSortLex)
  if (!text) return nutchMd5(page, options)
  return md5Hex(encodeUtf8(textProfile(text, { ...rule, order: secSortLex ? 'lexicographic' : 'java' })))
}

/**
 * Order of two signatures, as Nutch 1.22 sorts them: the shorter first, then by bytes from the first on,
 * each as a signed number, so that 80 to ff come before 00 to 7f.
 *
 * @param a hexadecimal digits, two a byte; so `b`
 * @returns negative, zero or positive
 * @throws NearsameError OPTION_VALUE
 * @example compareNutchSignatures('80', '7f') < 0 // => true
 */
export function compareNutchSignatures(a: string, b: string): number {
  checkDigits('a', a)
  checkDigits('b', b)
  if (a.length !== b.length) return a.length < b.length ? -1 : 1
  for (let at = 0; at < a.length; at += 2) {
    const difference = signedByteAt(a, at) - signedByteAt(b, at)
    if (difference !== 0) return difference
  }
  return 0
}

function checkDigits(name: string, digits: string): void {
  const areBytes = typeof digits === 'string' && /^(?:[0-9a-f]{2})*$/i.test(digits)
  checkArgument(areBytes, name, digits, 'hexadecimal digits, two a byte')
}

function signedByteAt(digits: string, at: number): number {
  return (Number.parseInt(digits.slice(at, at + 2), 16) << 24) >> 24
}
