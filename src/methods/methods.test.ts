import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { type MethodChoice, methodNames, methods, resolveMethodParams } from './methods.ts'
import { bandsOf, decisionOf } from './options/decision.ts'
import { resolveResultOptions, resultOptions } from './options/result-options.ts'

const text = 'the fox ran up the hill, and the hill was steep'

test('methods are frozen, name known result options, and have a page each', () => {
  for (const method of methods) {
    assert.ok(Object.isFrozen(method), method.name)
    for (const name of method.options) assert.ok(name in resultOptions, `${method.name}: ${name}`)
    const page = pathOfPage(method.name)
    assert.ok(existsSync(page), `${method.name} has no page ${page}`)
  }
})

test('a page that lists parameters has exactly those of its methods', () => {
  let listed = 0
  for (const name of methodNames) {
    if (!existsSync(pathOfPage(name))) continue // the test above reports it
    const [, table] =
      /\n\| parameter .*\n\| -.*\n((?:\| .*\n)+)/.exec(readFileSync(pathOfPage(name), 'utf8')) ?? []
    if (table === undefined) continue
    const names = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, parameter]) => parameter)
    const known = methodNames
      .filter(other => pageOf(other) === pageOf(name))
      .flatMap(other => Object.keys(resolveMethodParams(other, {})))
    assert.deepEqual(names.toSorted(), [...new Set(known)].sort(), name)
    listed++
  }
  assert.ok(listed > 5, 'the check sees tables')
})

function pathOfPage(name: string): string {
  return resolve(import.meta.dirname, `../../docs/methods/${pageOf(name)}.md`)
}

/** Methods that differ in one step share a page. */
function pageOf(name: string): string {
  const shared: Readonly<Record<string, string>> = {
    'nutch-text-md5': 'nutch-md5',
    'restaurants-minhash': 'restaurants-shingles',
  }
  return shared[name] ?? name
}

test('methods of Solr, Nutch and Lucene decide by a signature, and have no bands', () => {
  for (const method of methodNames.filter(name => /^(solr|nutch|lucene|minhash)/.test(name))) {
    const isBySignature = method !== 'minhash'
    const result = resolveResultOptions({ method })
    const decision = decisionOf(result)
    assert.equal(decision.kind, isBySignature ? 'signature' : 'measure', method)
    assert.equal(decisionOf({ ...result, near: false }).kind, 'exact', method)
    assert.equal(bandsOf(result, decision).bands === 0, isBySignature, method)
  }
})

test('the value of a document with itself follows the measure; for trials it is their number', () => {
  const same = (given: Parameters<typeof resolveResultOptions>[0]) =>
    decisionOf(resolveResultOptions(given)).same
  assert.equal(same({}), 1)
  assert.equal(same({ method: 'solr-md5' }), 1)
  assert.equal(same({ method: 'restaurants-shingles' }), 0)
  assert.equal(same({ method: 'restaurants-shingles', near: false }), 1)
  assert.equal(same({ method: 'longest-words' }), 100)
  assert.equal(same({ method: 'records' }), 1)
  assert.equal(same({ method: 'repeated-trials' }), 6)
  assert.equal(same({ method: 'repeated-trials', params: { trials: 9 } }), 9)
})

test('refuses agree above trials, which would find nothing', () => {
  const resolved = (params: Record<string, string>) => resolveMethodParams('repeated-trials', params)
  assert.equal(resolved({ agree: '6' }).agree, 6)
  assert.throws(() => resolved({ agree: '7' }), {
    code: 'OPTION_VALUE',
    message:
      /expected the parameter agree of repeated-trials to be at most trials, 6, got 7\. To fix: lower agree,/,
  })
  assert.throws(() => resolved({ trials: '1' }), { code: 'OPTION_VALUE' })
})

// test/vectors checks those of Solr and Nutch; this checks that parameters arrive.
const known: readonly (readonly [MethodChoice, string | readonly string[] | null])[] = [
  [{ method: 'solr-text-profile', params: {} }, '592325199d7e02121eaf3304d10cc681'],
  [{ method: 'lucene-fingerprint', params: { separator: '+' } }, 'and+fox+hill+hill,+ran+steep+the+up+was'],
  [{ method: 'lucene-fingerprint', params: { maxOutputTokenSize: 5 } }, null],
]

async function signatureBy(method: MethodChoice['method'], params: MethodChoice['params']) {
  const decision = decisionOf(resolveResultOptions({ method, params }))
  assert(decision.kind === 'signature')
  return decision.signature()
}

for (const [{ method, params }, expected] of known) {
  test(`${method} with ${JSON.stringify(params)}`, async () => {
    const signature = await signatureBy(method, params)
    assert.deepEqual(signature(method === 'solr-text-profile' ? 'the fox ran up the hill' : text), expected)
  })
}

test('lucene-min-hash gives one token per bucket, and none for a text of blanks', async () => {
  const signature = await signatureBy('lucene-min-hash', { bucketCount: 3 })
  const shown = signature(text) as string[]
  assert.equal(shown.length, 3)
  for (const token of shown) assert.match(token, /^[0-9a-f]{32}$/)
  assert.equal(signature(' \n'), null)
})

test('parameters take values as configurations write them', () => {
  assert.deepEqual(
    resolveMethodParams('nutch-text-profile', {
      secSortLex: 'false',
      quantRate: ' .2f',
      minTokenLen: '+3',
    }),
    {
      quantRate: Math.fround(0.2),
      minTokenLen: 3,
      secSortLex: false,
      url: '',
    },
  )
})

test('refuses parameters by name and by value', () => {
  const message = (run: () => unknown) => {
    try {
      return String(run())
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.equal(
    message(() => resolveMethodParams('solr-text-profile', { quantrate: 1 })),
    'OPTION_UNKNOWN: expected a parameter of the method solr-text-profile, got quantrate. To fix: write quantRate, if that was meant.',
  )
  assert.match(
    message(() => resolveMethodParams('solr-text-profile', { minTokenLen: '2.0' })),
    /OPTION_VALUE: expected the parameter minTokenLen of solr-text-profile to be a whole number of 32 bits, got "2.0"/,
  )
  assert.match(
    message(() => resolveMethodParams('lucene-min-hash', { hashCount: 0 })),
    /hashCount of lucene-min-hash to be a whole number in \[1, 4194304\], got 0/,
  )
})
