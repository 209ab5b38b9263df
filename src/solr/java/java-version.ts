/** The version of Java on which a server runs, as far as it decides signatures: how it writes fractions. */
import { whole } from '../../ground/options/declare.ts'

/** Java 17, for which Solr 9 is made; Solr 10 needs 21. */
export const javaOfSolr = 17

export const javaVersionOption = whole({
  from: 8,
  to: 99,
  default: undefined,
  defaultText: `${javaOfSolr}, and 21 for OpenSearch`,
  doc: 'version of Java of the server: 19 and later write fractions such as 2e23 with fewer digits',
})
