/** Explanations agree with `deduplicate` and `findPairs`, and with the command on the same two records. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { explainRecords } from '../../files/jobs/explain.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { type MethodName, methodNames } from '../../methods/methods.ts'
import { decisionOf, isByMethod } from '../../methods/options/decision.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import { deduplicate } from './deduplicate.ts'
import { explain } from './explain.ts'
import { findPairs } from './find-pairs.ts'
import type { EngineOptions } from './settings.ts'

type TwoTexts = readonly [a: string, b: string]

const directory = temporaryFolder()

const words = 'garden bench wooden selling cushions the of 12 Main Street café 日本 Chicago x'.split(' ')
const many = Array.from({ length: 60 }, (_, place) => `word${place}`)

/** Pairs in which methods find nothing to compare, or on which they differ. */
const special: readonly TwoTexts[] = [
  ['', ''],
  ['!', '!'],
  ['', '!'],
  ['!', '?'],
  [' ', ''],
  ['a', 'a'],
  ['a', 'A!'],
  ['one two', 'one two'],
  ['Wooden garden bench', 'wooden GARDEN bench!'],
  ['日本', '日 本'],
  ['\ud800', '\udc00'],
  ['Arnie Mortons of Chicago 435 La Cienega Blvd', 'Arnie Morton of Chicago 435 La Cienega Blvd'],
  [many.join(' '), many.with(20, 'other').with(40, 'another').join(' ')],
]

/** A text with an equal one, one with other case and marks, or one with a few changed words. */
const related = fc
  .record({
    text: fc.array(fc.constantFrom(...words, ...many), { maxLength: 30 }),
    edits: fc.array(fc.tuple(fc.nat(29), fc.constantFrom('', ...words)), { maxLength: 3 }),
    change: fc.constantFrom<(text: string) => string>(
      text => text,
      text => `${text.toUpperCase()}!`,
    ),
  })
  .map(({ text, edits, change }): TwoTexts => {
    const edited = text.slice()
    for (const [place, word] of edits) if (place < edited.length) edited[place] = word
    return [text.join(' '), change(edited.join(' '))]
  })
const wordless = fc.string({ unit: fc.constantFrom('!', '?', ' ', '.'), maxLength: 2 })
const twoTexts = fc.oneof(related, related, fc.tuple(wordless, wordless), fc.tuple(wordless, fc.string()))

/** A step that may remove all tokens of a text. */
const steps = { 'long words': (tokens: readonly string[]) => tokens.filter(({ length }) => length > 3) }

const options = fc.record<EngineOptions>({
  steps: fc.constantFrom(undefined, undefined, steps),
  near: fc.constantFrom(true, true, true, false),
  threshold: fc.constantFrom(0.3, 0.6, 0.8, 1),
  measure: fc.constantFrom('jaccard', 'containment'),
  shingle: fc.constantFrom('words:1', 'words:3', 'chars:5', 'stopword:2'),
  cluster: fc.constantFrom('star', 'components', 'complete'),
  seed: fc.nat(99),
})

async function assertAgreement(texts: TwoTexts, given: EngineOptions): Promise<void> {
  const { kind, matches, decided } = await explain(...texts, given)
  const { removed } = await deduplicate(texts, { ...given, acceptRisk: true })
  const { pairs } = await findPairs(texts, given)
  assert.equal(matches, removed.length === 1)
  assert.equal(matches, pairs.length === 1)
  if (matches) assert.equal(kind, removed[0].kind)
  else assert(kind === 'different' || kind === 'normalised', kind)
  const { method, measure, value } = decided ?? {}
  const { steps: _, ...result } = given
  const ownMeasure = isByMethod(decisionOf(resolveResultOptions(result)))
  assert.equal(method, ownMeasure ? given.method : undefined)
  if (method === undefined) return
  const [similarity, expected] = matches ? [removed[0].similarity, removed[0].measure] : [null, measure]
  assert.deepEqual([value, measure], [similarity, expected])
}

/** Whether a command compares the text as a record: it has no lone surrogate and is not blank. */
const isRecord = (text: string) => text.isWellFormed() && text.trim() !== ''

/** Loose enough to find pairs of few words. */
const paramsOf: Partial<Record<MethodName, EngineOptions['params']>> = {
  'repeated-trials': { hashes: 2, words: 1 },
  'longest-words': { threshold: 50 },
}

for (const method of methodNames) {
  test(`${method}: explain agrees with deduplicate`, async () => {
    for (const texts of special) await assertAgreement(texts, { method })
    for (const params of [{}, paramsOf[method] ?? {}]) {
      const agree = async (texts: TwoTexts, given: EngineOptions) =>
        assertAgreement(texts, { ...given, method, params })
      await fc.assert(fc.asyncProperty(twoTexts, options, agree), {
        numRuns: runs(25),
      })
    }
  })

  test(`${method}: explain gives for two texts what the command gives for two records`, async () => {
    for (const [a, b] of special.filter(texts => texts.every(isRecord))) {
      const file = join(directory, `${method}.jsonl`)
      writeFileSync(file, [a, b].map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
      const request = { inputs: [file], ids: ['0', '1'], input: resolveInputOptions() } as const
      const result = resolveResultOptions({ method })
      const { a: _, b: __, passages: ___, ...expected } = await explainRecords({ ...request, result })
      assert.deepEqual(await explain(a, b, { method }), expected, JSON.stringify([a, b]))
    }
  })
}

test('a pair that reaches the threshold but is no candidate does not match: a run would not find it', async () => {
  const text = many.join(' ')
  const given = { measure: 'containment', shingle: 'words:1' } as const
  const { kind, matches, measures, bandsMet, agree } = await explain(text, 'word7', given)
  assert.deepEqual([kind, matches, measures.containment], ['different', false, 1])
  assert(bandsMet.length < agree)
  assert.equal((await deduplicate([text, 'word7'], given)).removed.length, 0)
})

test('trials use the tokens of a token rule', async () => {
  const params = { hashes: 1, words: 1 }
  const steps = { none: () => [] }
  const given = { method: 'repeated-trials', params, steps } as const
  assert.equal((await explain('one two', 'one three', given)).decided?.value, null)
  assert.equal((await explain('one two', 'one two', given)).decided?.value, 6)
})
