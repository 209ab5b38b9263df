import { decidedBySignature, type Method } from '../contract/method.ts'

/** Solr's MD5Signature of the text. */
export const solrMd5Method = Object.freeze<Method<'solr-md5'>>({
  name: 'solr-md5',
  summary: 'equal texts, as MD5Signature of Solr',
  stages: {
    text: 'none',
    sketch: 'MD5 of the UTF-8',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Solr 9 Reference Guide, "De-Duplication"', 'R. Rivest, RFC 1321 (1992)'],
  signature: async () => {
    const { solrMd5 } = await import('./solr-signatures.ts')
    return text => solrMd5([text])
  },
  kernel: () => ({ name: 'md5', encoding: 'utf8' }),
})
