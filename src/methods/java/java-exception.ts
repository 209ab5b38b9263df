/**
 * Java exception: a failure of a reproduced Java system, with its class and original message.
 *
 * Callers expect the messages of Solr and Nutch, so this is not a `NearsameError`. It also carries the effect of the
 * failure in the original: a `SolrException` has a code, which is the HTTP status of the answer.
 */
export class JavaException extends Error {
  /** Full name, such as `java.lang.NumberFormatException`. */
  readonly className: string
  /** Only for a `SolrException`: 400 if the request or the configuration is wrong. */
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

/** The result of a parser; Solr passes on Java's message, with the code of a bad request. @throws JavaException 400 */
export function orBadRequest(parse: () => number): number {
  try {
    return parse()
  } catch (error) {
    throw isJavaException(error) ? newSolrException(400, error.message) : error
  }
}
