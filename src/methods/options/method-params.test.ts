/** Parameters of methods: refused ones, and collections with accepted ones, which must open again. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deduplicate, openDataDirectory, openIndex } from '../../doors/node.ts'
import { resolveMethodParams } from '../methods.ts'

const withProfiles = ['solr-text-profile', 'nutch-text-profile'] as const

test('refuses a quantRate that is not finite as a 32-bit float', () => {
  for (const quantRate of [1e39, -1e39, '1e39', 'Infinity', '-Infinity', 'NaN', Number.NaN, 'abc']) {
    for (const method of withProfiles) {
      assert.throws(() => resolveMethodParams(method, { quantRate }), {
        code: 'OPTION_VALUE',
        message:
          /quantRate of \S+ to be a finite number of 32 bits as Java reads a float, such as 0\.01 or 1e-2, got/,
      })
    }
  }
  assert.equal(resolveMethodParams('solr-text-profile', { quantRate: '0x1p-2f' }).quantRate, 0.25)
})

test('a flag is true, false or a word for one of them, but no name of a property that every object has', () => {
  const flag = (sameFirstWord: unknown) =>
    resolveMethodParams('restaurants-shingles', { sameFirstWord } as never).sameFirstWord
  for (const yes of [true, 'true', 'on']) assert.equal(flag(yes), true)
  for (const no of [false, 'false', 'off']) assert.equal(flag(no), false)
  for (const other of ['constructor', 'toString', '__proto__', 'yes', ['true'], 1, null]) {
    const message = /the parameter sameFirstWord of restaurants-shingles to be true or false, got/
    assert.throws(() => flag(other), { code: 'OPTION_VALUE', message })
  }
})

test('the threshold of records is in [0, 1] or auto, and the report shows it as written', async () => {
  for (const threshold of [-1, '-1', 1.5, 'none']) {
    assert.throws(() => resolveMethodParams('records', { threshold }), {
      code: 'OPTION_VALUE',
      message: /threshold of records to be a number in \[0, 1\], or auto, got/,
    })
  }
  for (const threshold of [0, 0.5, 'auto']) {
    const { options } = await deduplicate(['a b', 'c d'], { method: 'records', params: { threshold } })
    assert.equal(options.params.threshold, threshold)
    assert.deepEqual(resolveMethodParams('records', options.params), options.params)
  }
  const { options } = await deduplicate(['a b', 'c d'], { method: 'records' })
  assert.equal(options.params.threshold, 'auto')
})

test('a collection with parameters at the ends of their domains opens again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nearsame-params-'))
  const profiles = [3.4028235677e38, '3.4028235677e38', -0, 1e-46, '-1e38'].flatMap(quantRate =>
    withProfiles.map(method => ({ method, params: { quantRate } })),
  )
  const records = ['auto', 0, 1].map(threshold => ({ method: 'records', params: { threshold } }) as const)
  const all = [...profiles, ...records]
  try {
    for (const isThere of [false, true]) {
      const catalogue = await openDataDirectory(directory)
      for (const [place, options] of all.entries()) {
        const index = await openIndex(catalogue.store(`c${place}`), isThere ? {} : options)
        if (!isThere) await index.add({ id: 1, text: 'one text' })
        assert.equal((await index.stats()).documents, 1)
        await index.close()
      }
      await catalogue.close()
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
})
