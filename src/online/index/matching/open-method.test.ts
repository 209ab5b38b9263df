/** Opening: every method gets the class that decides in its measure, and shares as many postings as that one asks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodNames } from '../../../methods/methods.ts'
import { decisionOf, measureOf } from '../../../methods/options/chosen-method.ts'
import { onlineKindOf } from '../methods/online-kind.ts'
import { resolveIndexOptions } from './index-settings.ts'
import { openMethod } from './open-method.ts'

const text = 'The old stone bridge across the river was closed for repairs on Monday'

for (const method of methodNames) {
  for (const near of [true, false]) {
    test(`${method}, near ${near}: an index measures as a run does, and finds an equal text`, async () => {
      const settings = resolveIndexOptions({ method, near })
      const { result, header } = settings
      const opened = await openMethod(settings, 'reference')
      assert.equal(opened.measure, measureOf(result))
      const [a, b] = opened.sketches([text, text])
      const shared = new Set(a.postings).intersection(new Set(b.postings))
      assert.ok(shared.size >= header.agree, `${shared.size} of ${header.agree}`)
      assert.ok(opened.same(a, b) !== undefined)
    })
  }

  test(`${method} is opened as what decides it`, () => {
    const decision = decisionOf({ method, near: true })
    const kind = onlineKindOf({ method, near: true })
    assert.equal(kind === 'shingles', decision === 'measure' || decision === 'signature')
    assert.equal(kind === 'trials', decision === 'trials')
  })
}
