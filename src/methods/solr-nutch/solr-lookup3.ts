import { decidedBySignature, type Method } from '../contract/method.ts'

/** Solr's Lookup3Signature of the text. */
export const solrLookup3Method = Object.freeze<Method<'solr-lookup3'>>({
  name: 'solr-lookup3',
  summary: 'equal texts, as Lookup3Signature of Solr, its default',
  stages: {
    text: 'none',
    sketch: 'a 64-bit hash of the code points',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Solr 9 Reference Guide, "De-Duplication"', 'B. Jenkins, "lookup3.c" (2006)'],
  signature: async () => {
    const { solrLookup3 } = await import('./solr-signatures.ts')
    return text => solrLookup3([text])
  },
  kernel: () => ({ name: 'lookup3' }),
})
