import { decidedBySignature, type Method } from '../contract/method.ts'

/** Solr's TextProfileSignature of the text. */
export const solrTextProfileMethod = Object.freeze<Method<'solr-text-profile'>>({
  name: 'solr-text-profile',
  summary: 'documents with the same frequent words, as TextProfileSignature of Solr',
  stages: {
    text: 'letters and digits as Java 17 knows them, lower-cased; tokens longer than minTokenLen',
    sketch: 'MD5 of the tokens with their quantised counts',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Solr 9 Reference Guide, "De-Duplication"', 'Apache Solr wiki, "TextProfileSignature"'],
  signature: async params => {
    const { solrTextProfile } = await import('./solr-signatures.ts')
    return text => solrTextProfile([text], params)
  },
  kernel: params => ({ name: 'profile', rule: { ...params, order: 'java' } }),
})
