/**
 * Signatures of Solr: the three that its SignatureUpdateProcessor knows, on texts.
 *
 *     MD5Signature            MD5 of the UTF-8 of all texts, nothing between them
 *     TextProfileSignature    the same of the profiles of the texts
 *     Lookup3Signature        state = 0; state = lookup3ycs64(text, state) for each text
 *
 * A signature reads texts one by one, like the fields of a document. Each text has its own profile, and a lone
 * surrogate is `?` in UTF-8, so a pair cut between two texts is `??`. Only Lookup3 counts the borders between texts:
 * the other two do not distinguish "ab", "c" from "abc", except where a border cuts a word.
 *
 * Source: Solr Reference Guide, "De-Duplication"; what the guide leaves open is observed on 1.4, 3.1, 8.11
 * and 9.10, which agree.
 */
import { hexOf, hexOfWord } from '../../ground/hash/hex.ts'
import { foldLookup3 } from '../../ground/hash/lookup3.ts'
import { Md5 } from '../../ground/hash/md5.ts'
import { checkList, checkString } from '../../ground/options/arguments.ts'
import { encodeUtf8 } from '../../texts/java/encodings.ts'
import type { TextProfileRule } from '../../texts/kernels/layout/signature-layout.ts'
import { textProfile } from '../../texts/kernels/reference/signatures/text-profile.ts'
import { JavaException, newSolrException, orBadRequest } from '../java/java-exception.ts'
import { parseFloat32, parseInt32 } from '../java/numbers.ts'
import { checkProfileOptions, checkSettingTexts, type ProfileOptions, profileDefaults } from './params.ts'

/** A signature under construction. */
export interface SolrSignature {
  /** Takes the next text. @throws NearsameError TEXT_NOT_STRING */
  add(text: string): void
  /** The signature of all texts so far, in lower-case hexadecimal digits. Ends it: no text can be added afterwards. */
  signature(): string
}

/** The settings of a processor, as texts; the signatures read `quantRate` and `minTokenLen`. */
export type SolrParams = Readonly<Record<string, string | undefined>>

export type SolrSignatureName = 'MD5Signature' | 'TextProfileSignature' | 'Lookup3Signature'

/**
 * The constructors of signatures, by the name of their class without its package.
 *
 * @throws JavaException SolrException of code 400, for a number that `TextProfileSignature` cannot read
 * @throws NearsameError OPTION_VALUE for settings of this signature that are not texts
 */
export const solrSignatures: Readonly<Record<SolrSignatureName, (params: SolrParams) => SolrSignature>> =
  Object.freeze({
    MD5Signature: startMd5,
    TextProfileSignature: startTextProfile,
    Lookup3Signature: startLookup3,
  })

function startMd5(): SolrSignature {
  const md5 = new Md5()
  return {
    add: text => {
      checkString('text', text)
      md5.update(encodeUtf8(text))
    },
    signature: () => hexOf(md5.digest()),
  }
}

function startTextProfile(params: SolrParams): SolrSignature {
  checkSettingTexts('params', params, ['quantRate', 'minTokenLen'])
  const { quantRate, minTokenLen } = params
  return profileSignature({
    quantRate:
      quantRate === undefined ? profileDefaults.quantRate : orBadRequest(() => parseFloat32(quantRate)),
    minTokenLen:
      minTokenLen === undefined ? profileDefaults.minTokenLen : orBadRequest(() => parseInt32(minTokenLen)),
    order: 'java',
  })
}

function startLookup3(): SolrSignature {
  const state = new Int32Array(2)
  return {
    add: text => {
      checkString('text', text)
      foldLookup3(state, text)
    },
    signature: () => hexOfWord(state[0]) + hexOfWord(state[1]),
  }
}

function profileSignature(rule: TextProfileRule): SolrSignature {
  const { add, signature } = startMd5()
  return {
    add: text => {
      checkString('text', text)
      add(textProfile(text, rule))
    },
    signature,
  }
}

function signTexts(signature: SolrSignature, texts: readonly string[]): string {
  checkList('texts', texts, 'texts')
  for (const text of texts) signature.add(text)
  return signature.signature()
}

/**
 * `MD5Signature` of texts: 32 hexadecimal digits.
 *
 * @throws NearsameError OPTION_VALUE unless it is a list, TEXT_NOT_STRING
 * @example solrMd5(['ab', 'c']) // => '900150983cd24fb0d6963f7d28e17f72'
 */
export function solrMd5(texts: readonly string[]): string {
  return signTexts(startMd5(), texts)
}

/**
 * `Lookup3Signature` of texts: 16 hexadecimal digits.
 *
 * @throws NearsameError OPTION_VALUE unless it is a list, TEXT_NOT_STRING
 * @example solrLookup3(['abc']) // => '2219db7ae9075109'
 */
export function solrLookup3(texts: readonly string[]): string {
  return signTexts(startLookup3(), texts)
}

/**
 * `TextProfileSignature` of texts: 32 hexadecimal digits. Texts without a word that counts have the MD5 of
 * nothing.
 *
 * @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING
 * @example solrTextProfile(['the fox ran up a hill']) // => '1c2962b30be67af89776768887c4e9d3'
 */
export function solrTextProfile(texts: readonly string[], options: ProfileOptions = {}): string {
  return signTexts(profileSignature({ ...checkProfileOptions(options), order: 'java' }), texts)
}

/**
 * The simple name of a class of Solr's update processors, by its full name, `solr.X`, `solr.processor.X` or
 * `X`.
 *
 * @example simpleClassName('solr.processor.MD5Signature') // => 'MD5Signature'
 * @example simpleClassName('com.example.MD5Signature') // => undefined
 */
export function simpleClassName(name: string): string | undefined {
  const full = 'org.apache.solr.'
  // Solr drops any character after the word solr.
  const short = name.startsWith(full) ? name.slice(full.length) : name.replace(/^solr./s, '')
  const isFull = name.startsWith(full) && !short.startsWith('update.processor.')
  const simple = short.replace(/^(?:update\.)?processor\./, '')
  return isFull || simple.includes('.') ? undefined : simple
}

/**
 * The name of the signature of a class.
 *
 * @throws JavaException like Solr: ClassCastException for a class that is no signature, SolrException 500
 */
export function signatureName(className: string): SolrSignatureName {
  const name = simpleClassName(className)
  if (name !== undefined && Object.hasOwn(solrSignatures, name)) return name as SolrSignatureName
  if (/^java\.lang\.[A-Z]\w*$/.test(className)) {
    throw new JavaException('java.lang.ClassCastException', `class ${className}`)
  }
  throw newSolrException(500, ` Error loading class '${className}'`)
}
