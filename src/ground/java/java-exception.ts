/**
 * Java exception: a failure of the system that is being reproduced, with its class and its own words.
 *
 * Where Solr or Nutch refuse something, callers expect what they say, so this is no `NearsameError`. It
 * carries what such a failure becomes elsewhere: a `SolrException` has a code, which is the HTTP status of
 * the answer.
 */
export class JavaException extends Error {
  /** Full name, such as `java.lang.NumberFormatException`. */
  readonly className: string
  /** Of a `SolrException` only: 400 for what the request or the configuration has wrong. */
  readonly code: number | undefined

  constructor(className: string, message: string, code?: number) {
    super(message)
    this.name = 'JavaException'
    this.className = className
    this.code = code
  }
}

const solrException = 'org.apache.solr.common.SolrException'

/** @example newSolrException(400, 'For input string: "abc"').code // => 400 */
export function newSolrException(code: number, message: string): JavaException {
  return new JavaException(solrException, message, code)
}

/** Whether a value is a `JavaException`, also one rebuilt by another copy of this package. */
export function isJavaException(value: unknown): value is JavaException {
  return value instanceof Error && value.name === 'JavaException' && 'className' in value
}
