/** Opening: every method gets the class that decides by its measure, with the number of postings it needs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodNames } from '../../../methods/methods.ts'
import { isByMethod } from '../../../methods/options/decision.ts'
import { resolveIndexOptions } from './index-settings.ts'
import { openMethod } from './open-method.ts'
import { ShingleMethod } from './shingle-method.ts'

const text = 'The old stone bridge across the river was closed for repairs on Monday'

for (const method of methodNames) {
  for (const near of [true, false]) {
    test(`${method}, near ${near}: an index measures like a run, and finds an equal text`, async () => {
      const settings = resolveIndexOptions({ method, near })
      const { decision, header } = settings
      const opened = await openMethod(settings, 'reference')
      assert.equal(opened.measure, decision.measure)
      const [a, b] = opened.sketches([text, text])
      const shared = new Set(a.postings).intersection(new Set(b.postings))
      assert.ok(shared.size >= header.agree, `${shared.size} of ${header.agree}`)
      assert.ok(opened.same(a, b) !== undefined)
    })
  }

  test(`${method} has its own class for indexes exactly when pairs or trials decide`, async () => {
    for (const near of [true, false]) {
      const settings = resolveIndexOptions({ method, near })
      const isKnown = ['measure', 'signature', 'exact'].includes(settings.decision.kind)
      assert.equal(isByMethod(settings.decision), !isKnown)
      assert.equal((await openMethod(settings, 'reference')) instanceof ShingleMethod, isKnown)
    }
  })
}
