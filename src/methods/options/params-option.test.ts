import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Voice } from '../../ground/options/resolve.ts'
import { openIndex } from '../../online/index/text-index.ts'
import { memoryStore } from '../../online/store/memory-store.ts'
import { resolveResultOptions } from './result-options.ts'

const method = 'solr-text-profile'

class Rates {
  get quantRate() {
    return 0.5
  }
}

/** Values without own properties, and how messages show them. */
const nameless: readonly (readonly [params: unknown, shown: string])[] = [
  [new Map([['quantRate', 0.5]]), '[object Map]'],
  [[], '[]'],
  [['quantRate=0.5'], '["quantRate=0.5"]'],
  [Object(5), '5'],
  [Object.create({ quantRate: 0.5 }), '[object Object]'],
  [new Rates(), '[object Rates]'],
  [null, 'null'],
  ['quantRate=0.5', '"quantRate=0.5"'],
]

function refusalOf(params: unknown, voice: Voice): string {
  try {
    resolveResultOptions({ method, params } as object, voice)
  } catch (error) {
    return (error as Error).message
  }
  return 'not refused'
}

test('refuses parameters without own properties, in the words of other options', async () => {
  for (const [params, shown] of nameless) {
    const message = `OPTION_VALUE: expected params to be an object, got ${shown}. To fix: pass an object as \`params\`.`
    assert.equal(refusalOf(params, 'library'), message)
    assert.equal(refusalOf(params, 'http'), message.replace('params', '`params`'))
    const opening = openIndex(memoryStore(), { method, params } as object)
    await assert.rejects(opening, { code: 'OPTION_VALUE', message })
  }
  assert.match(
    refusalOf(Promise.resolve({ quantRate: 0.5 }), 'library'),
    /params to be an object, got \[object Promise\]\. To fix: await what is passed as `params`\.$/,
  )
})

test('parameters are a plain object, also an empty one, or on the command line a list of texts', () => {
  const bare = Object.assign(Object.create(null), { quantRate: 0.5 })
  const rateOf = (params: unknown, voice: Voice) =>
    resolveResultOptions({ method, params } as object, voice).params.quantRate
  assert.equal(rateOf(bare, 'library'), 0.5)
  assert.equal(rateOf({}, 'library'), Math.fround(0.01))
  assert.equal(rateOf(['quantRate=0.5'], 'cli'), 0.5)
})
