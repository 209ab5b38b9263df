/** Configuration of Nutch: how Hadoop 3.4 read each kind of value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJavaException } from '../java/java-exception.ts'
import { type NutchConf, nutchSignature, profileOptionsOf } from './nutch-conf.ts'
import { nutchMd5, nutchTextMd5, nutchTextProfile } from './nutch-signatures.ts'

const page = { url: 'http://example.com/', content: Uint8Array.of(1, 2, 3), text: 'plum pear apple plum' }
const home = 'org.apache.nutch.crawl.'
const profileClass = { 'db.signature.class': `${home}TextProfileSignature` }
const minTokenLen = (value: string): NutchConf => ({ 'db.signature.text_profile.min_token_len': value })
const quantRate = (value: string): NutchConf => ({ 'db.signature.text_profile.quant_rate': value })
const secSortLex = (value: string): NutchConf => ({ 'db.signature.text_profile.sec_sort_lex': value })

function problemOf(conf: NutchConf): string {
  try {
    return nutchSignature(page, conf)
  } catch (error) {
    assert(isJavaException(error))
    return `${error.className}: ${error.message}`
  }
}

test('chooses the class, MD5Signature if none is named', () => {
  assert.equal(nutchSignature(page, {}), nutchMd5(page))
  assert.equal(nutchSignature(page, { 'db.signature.class': `${home}MD5Signature` }), nutchMd5(page))
  assert.equal(
    nutchSignature(page, { 'db.signature.class': `${home}TextMD5Signature` }),
    nutchTextMd5(page),
  )
  assert.equal(nutchSignature(page, profileClass), nutchTextProfile(page))
})

test('reads the options of profiles as Hadoop does', () => {
  assert.deepEqual(profileOptionsOf({}), { quantRate: 0.01, minTokenLen: 2, secSortLex: true })
  const lengths = { ' 2 ': 2, '0x3': 3, '-0X1f': -31, '0x-1': -1, '\n1': 1, '\u0664': 4, '0x\uff21': 10 }
  for (const [value, length] of Object.entries(lengths)) {
    assert.equal(profileOptionsOf(minTokenLen(value)).minTokenLen, length, value)
  }
  assert.equal(profileOptionsOf(quantRate(' .5f')).quantRate, 0.5)
  for (const value of ['false', ' FALSE ', 'fal\u017fe']) {
    assert.equal(profileOptionsOf(secSortLex(value)).secSortLex, false, value)
  }
  for (const value of ['true', '', 'no', '0', '\u00a0false', 'falsey']) {
    assert.equal(profileOptionsOf(secSortLex(value)).secSortLex, true, value)
  }
})

test('refuses numbers in the words of Java, if the class reads them', () => {
  const format = 'java.lang.NumberFormatException: '
  const problems: readonly (readonly [NutchConf, string])[] = [
    [quantRate('abc'), 'For input string: "abc"'],
    [quantRate(' '), 'empty String'],
    [minTokenLen(''), 'For input string: ""'],
    [minTokenLen('2.0'), 'For input string: "2.0"'],
    [minTokenLen('+0x1'), 'For input string: "+0x1"'],
    [minTokenLen('0x'), 'For input string: "" under radix 16'],
    [minTokenLen('-0xZ'), 'For input string: "-Z" under radix 16'],
    [minTokenLen('0xffffffff'), 'For input string: "ffffffff" under radix 16'],
    [{ ...minTokenLen('a'), ...quantRate('b') }, 'For input string: "a"'],
  ]
  for (const [conf, message] of problems) {
    assert.equal(problemOf({ ...profileClass, ...conf }), format + message)
    assert.equal(problemOf(conf), nutchMd5(page))
  }
})

test('refuses a class that is no signature', () => {
  const problem = "java.lang.RuntimeException: Couldn't create "
  for (const name of ['MD5Signature', 'no.Such', '']) {
    assert.equal(problemOf({ 'db.signature.class': name }), problem + name)
  }
})
