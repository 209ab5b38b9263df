/**
 * solr-nutch: documents are duplicates if Solr or Nutch would give them the same signature. Three methods each:
 *
 *     solr-md5, nutch-md5              bytes ─▶ MD5                                        equal texts
 *     solr-lookup3, nutch-text-md5     text ─▶ 64 bits; text in CESU-8 ─▶ MD5              equal texts
 *     solr-, nutch-text-profile        text ─▶ words with rounded counts ─▶ MD5            the same frequent words
 *
 * The signatures are those of the originals, byte for byte, including the treatment of texts and settings by Java,
 * Hadoop and Solr, so a stored field can be compared with a result.
 *
 * Decides: equal signatures. Each pair is reported with its exact Jaccard, which reveals false merges. In an index:
 * lookup by 128 bits of the signature.
 *
 * Source: Solr Reference Guide, "De-Duplication"; Apache Nutch 1.22, `org.apache.nutch.crawl`; both observed.
 * Files, in reading order: `params.ts`; `solr-signatures.ts`; `nutch-signatures.ts`, on pages; `nutch-conf.ts`, the
 * settings of Nutch; `text-profile.ts`, the profile by itself. The kernels sign many texts at once.
 */
import { options } from '../../ground/options/declare.ts'
import { defineSignatureMethod } from '../contract/method.ts'
import { nutchParams, nutchProfileParams, solrProfileParams } from './params.ts'

/** Solr's MD5Signature of the text. */
export const solrMd5Method = defineSignatureMethod({
  name: 'solr-md5',
  summary: 'equal texts, as MD5Signature of Solr',
  text: 'none',
  sketch: 'MD5 of the UTF-8',
  params: options({}),
  sources: ['Apache Solr 9 Reference Guide, "De-Duplication"', 'R. Rivest, RFC 1321 (1992)'],
  signature: async () => {
    const { solrMd5 } = await import('./solr-signatures.ts')
    return text => solrMd5([text])
  },
  kernel: () => ({ name: 'md5', encoding: 'utf8' }),
})

/** Solr's Lookup3Signature of the text. */
export const solrLookup3Method = defineSignatureMethod({
  name: 'solr-lookup3',
  summary: 'equal texts, as Lookup3Signature of Solr, its default',
  text: 'none',
  sketch: 'a 64-bit hash of the code points',
  params: options({}),
  sources: ['Apache Solr 9 Reference Guide, "De-Duplication"', 'B. Jenkins, "lookup3.c" (2006)'],
  signature: async () => {
    const { solrLookup3 } = await import('./solr-signatures.ts')
    return text => solrLookup3([text])
  },
  kernel: () => ({ name: 'lookup3' }),
})

/** Solr's TextProfileSignature of the text. */
export const solrTextProfileMethod = defineSignatureMethod({
  name: 'solr-text-profile',
  summary: 'documents with the same frequent words, as TextProfileSignature of Solr',
  text: 'letters and digits as Java 17 knows them, lower-cased; tokens longer than minTokenLen',
  sketch: 'MD5 of the tokens with their quantised counts',
  params: solrProfileParams,
  sources: ['Apache Solr 9 Reference Guide, "De-Duplication"', 'Apache Solr wiki, "TextProfileSignature"'],
  signature: async params => {
    const { solrTextProfile } = await import('./solr-signatures.ts')
    return text => solrTextProfile([text], params)
  },
  kernel: params => ({ name: 'profile', rule: { ...params, order: 'java' } }),
})

/** Nutch's MD5Signature, the text taken as the content of a page. */
export const nutchMd5Method = defineSignatureMethod({
  name: 'nutch-md5',
  summary: 'equal pages, as MD5Signature of Nutch',
  text: 'none',
  sketch: 'MD5 of the bytes',
  params: nutchParams,
  sources: ['Apache Nutch 1.22, package org.apache.nutch.crawl', 'R. Rivest, RFC 1321 (1992)'],
  signature: async ({ url }) => {
    const { nutchMd5, pageBy } = await import('./nutch-signatures.ts')
    return text => nutchMd5(pageBy(url, text))
  },
  kernel: ({ url }) => (url === '' ? { name: 'md5', encoding: 'utf8' } : undefined),
  urlField: ({ url }) => url,
})

/** Nutch's TextMD5Signature of the text. */
export const nutchTextMd5Method = defineSignatureMethod({
  name: 'nutch-text-md5',
  summary: 'pages of equal text, as TextMD5Signature of Nutch',
  text: 'none',
  sketch: 'MD5 of the text, each UTF-16 unit encoded on its own',
  params: nutchParams,
  sources: ['Apache Nutch 1.22, package org.apache.nutch.crawl'],
  signature: async ({ url }) => {
    const { nutchTextMd5, pageBy } = await import('./nutch-signatures.ts')
    return text => nutchTextMd5(pageBy(url, text))
  },
  kernel: ({ url }) => (url === '' ? { name: 'md5', encoding: 'cesu8' } : undefined),
  urlField: ({ url }) => url,
})

/** Nutch's TextProfileSignature of the text. */
export const nutchTextProfileMethod = defineSignatureMethod({
  name: 'nutch-text-profile',
  summary: 'pages with the same frequent words, as TextProfileSignature of Nutch',
  text: 'as solr-text-profile',
  sketch: 'MD5 of the tokens with their quantised counts, equal counts in the order of the tokens',
  params: nutchProfileParams,
  sources: ['Apache Nutch 1.22, package org.apache.nutch.crawl'],
  signature: async params => {
    const { nutchTextProfile, pageBy } = await import('./nutch-signatures.ts')
    return text => nutchTextProfile(pageBy(params.url, text), params)
  },
  kernel: ({ secSortLex, url, ...rule }) =>
    url === ''
      ? { name: 'profile', rule: { ...rule, order: secSortLex ? 'lexicographic' : 'java' } }
      : undefined,
  urlField: ({ url }) => url,
})
