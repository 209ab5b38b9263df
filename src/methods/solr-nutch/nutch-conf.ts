/**
 * Configuration of Nutch: the settings of a signature as Hadoop reads them from texts.
 *
 *     db.signature.class                       class, MD5Signature if absent
 *     db.signature.text_profile.quant_rate     float, 0.01 if absent
 *     db.signature.text_profile.min_token_len  int, 2 if absent; hexadecimal after 0x
 *     db.signature.text_profile.sec_sort_lex   true or false, in capitals or not; true if it is anything else
 *
 * Values are trimmed of units up to U+0020. Variables, `${...}`, are not substituted. An unreadable number fails as in
 * the signature itself; Nutch's factory reports only the class that it could not create.
 *
 * Source: Hadoop 3.4, class `org.apache.hadoop.conf.Configuration`; Nutch 1.22, `nutch-default.xml`;
 * observed.
 */
import { JavaException } from '../java/java-exception.ts'
import { parseFloat32, parseInt32, trimBlanks } from '../java/numbers.ts'
import {
  type NutchPage,
  type NutchProfileOptions,
  nutchMd5,
  nutchTextMd5,
  nutchTextProfile,
} from './nutch-signatures.ts'
import { checkSettingTexts, profileDefaults } from './params.ts'

/** Values by key; other keys are ignored. */
export type NutchConf = Readonly<Record<string, string | undefined>>

const classKey = 'db.signature.class'
const profileKey = 'db.signature.text_profile'
const profileKeys = ['min_token_len', 'quant_rate', 'sec_sort_lex'].map(key => `${profileKey}.${key}`)
const home = 'org.apache.nutch.crawl.'

/**
 * The signature of a page under a configuration: 32 hexadecimal digits.
 *
 * @throws JavaException NumberFormatException for a bad number, if the class reads it; RuntimeException for
 *   an unknown class; NullPointerException as the functions of `nutch-signatures.ts`
 * @throws NearsameError OPTION_VALUE for an invalid page, or a value in the configuration that is not text
 * @example nutchSignature({ url: '', content: null, text: 'abc' }, { 'db.signature.class': 'org.apache.nutch.crawl.TextMD5Signature' }) // => '900150983cd24fb0d6963f7d28e17f72'
 */
export function nutchSignature(page: NutchPage, conf: NutchConf): string {
  checkSettingTexts('conf', conf, [classKey, ...profileKeys])
  const className = conf[classKey] ?? `${home}MD5Signature`
  if (className === `${home}MD5Signature`) return nutchMd5(page)
  if (className === `${home}TextMD5Signature`) return nutchTextMd5(page)
  if (className === `${home}TextProfileSignature`) return nutchTextProfile(page, profileOptionsOf(conf))
  throw new JavaException('java.lang.RuntimeException', `Couldn't create ${className}`)
}

/**
 * The options of `nutchTextProfile` that a configuration sets.
 *
 * @throws JavaException NumberFormatException
 */
export function profileOptionsOf(conf: NutchConf): NutchProfileOptions {
  return {
    minTokenLen: intOf(conf[`${profileKey}.min_token_len`]) ?? profileDefaults.minTokenLen,
    quantRate: floatOf(conf[`${profileKey}.quant_rate`]) ?? profileDefaults.quantRate,
    // With the flag u, letters are equal as in Java: a long s is an s.
    secSortLex: !/^false$/iu.test(trimBlanks(conf[`${profileKey}.sec_sort_lex`] ?? '')),
  }
}

function floatOf(value: string | undefined): number | undefined {
  return value === undefined ? undefined : parseFloat32(value)
}

function intOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const trimmed = trimBlanks(value)
  const inHex = /^(-?)0x(.*)$/is.exec(trimmed)
  return inHex ? parseInt32(inHex[1] + inHex[2], 16) : parseInt32(trimmed)
}
