/** Passage client: what of a text stands in the documents of a collection. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { passagesOptions } from '../../online/index/calls/check.ts'
import { checkGiven } from '../../online/index/documents/given-document.ts'
import type { AnyIndexDocument } from '../../online/index/documents/index-types.ts'
import type { CheckedPassages } from '../../online/index/documents/passage-types.ts'
import { callOptions } from './call-checks.ts'
import type { CheckResult, ClientCheckPassagesOptions } from './client-types.ts'
import { ReviewClient } from './review-client.ts'
import { givenJson } from './wire-json.ts'

export abstract class PassageClient extends ReviewClient {
  /**
   * The spans of a text, or of a document with the fields of the collection, that stand in its documents, and the share
   * that stands in none; stores nothing.
   *
   * @throws NearsameError OPTION_VALUE for a collection without `passages`
   */
  async checkPassages(
    given: string | AnyIndexDocument,
    options: ClientCheckPassagesOptions = {},
  ): Promise<CheckedPassages> {
    const { maxPlaces = 10, except, signal } = callOptions(options, passagesOptions)
    const document = typeof given === 'string' ? { text: given } : checkGiven(given)
    const { connection, path } = this.place()
    const { passages } = await connection.json<CheckResult>({
      method: 'POST',
      path: `${path}/check`,
      body: givenJson(except === undefined ? document : { ...document, except }),
      query: { limit: 1, maxPlaces },
      isSafe: true,
      signal,
    })
    if (passages !== undefined) return passages
    throw new NearsameError('SERVER_FAILED', {
      expected: 'the passages of the text',
      got: 'an answer without them',
      fix: 'use a server of this version of nearsame',
    })
  }
}
