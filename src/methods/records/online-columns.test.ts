/** Records online, column by column: checks against a run over the same list, with the weights of that run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkRows } from '../../../test/golden/online/check-rows.ts'
import { persons } from '../../../test/golden/records/persons.ts'
import { runs } from '../../../test/ground/runs.ts'
import { openEngine } from '../../engine/library/open-engine.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import type { Params } from '../contract/method.ts'
import type { Compared } from '../contract/online-method.ts'
import { resolveMethodParams } from '../methods.ts'
import { decideRecords, findRecordPairs, type RecordOptions } from './find-record-pairs.ts'
import type { GivenColumn } from './gather-records.ts'
import { OnlineRecords } from './online.ts'
import { itemAgree } from './params.ts'
import { packRecordModel, unpackRecordModel } from './record-model-bytes.ts'

interface Records {
  readonly texts: readonly string[]
  readonly columns: readonly GivenColumn[]
}

const open = async (fields: readonly string[], given: Params = {}) => {
  const { space } = await openEngine({ method: 'records' })
  const params = resolveMethodParams('records', given)
  return new OnlineRecords({ space, params, storeText: true, fields })
}

const namesOf = ({ columns }: Records) => columns.map(({ name }) => name)
const valuesOf = ({ texts, columns }: Records) =>
  texts.map((_, row) => columns.map(({ values }) => values[row]))

const trained = async (records: Records, params: Params = {}) => {
  const method = await open(namesOf(records), params)
  method.use(method.train(records.texts, records.columns))
  return method
}

/** Rows as the index compares them. */
function comparedRows(method: OnlineRecords, records: Records): Compared[] {
  const values = valuesOf(records)
  return method.sketches(records.texts).map((sketch, row) => ({
    ...{ sketch, text: records.texts[row], shingles: undefined },
    values: values[row],
  }))
}

/** Persons with missing values, dates of other forms, and names that stand in each other's column. */
function mixedPersons(count: number, seed: number): Records {
  const { columns } = persons(count)
  const changed = columns.map(({ name, values }, c) => ({
    name,
    values: values.map((value, row) => {
      const dice = (Math.imul(row + 31 * c + 1, 2_654_435_761 + 2 * seed) >>> 0) / 2 ** 32
      if (dice < 0.08) return ['', 'n/a', '-'][row % 3]
      if (name === 'born' && dice < 0.5) return value.split('-').reverse().join('.')
      if (c < 2 && dice > 0.97) return columns[1 - c].values[row]
      return dice > 0.9 ? value.toUpperCase() : value
    }),
  }))
  const texts = columns[0].values.map((_, row) => changed.map(({ values }) => values[row]).join('\n'))
  return { texts, columns: changed }
}

/** The scores of all candidates of a run, and the index that has learnt from the same records. */
async function both(records: Records, options: Pick<RecordOptions, 'oneToOne' | 'threshold'>) {
  const { oneToOne = 'auto', threshold = 'auto' } = options
  const method = await trained(records, { oneToOne: String(oneToOne), threshold: String(threshold) })
  const run = atOnce(decideRecords(records.texts, undefined, { ...options, columns: records.columns }))
  assert.ok(run.byColumns && method.needsFields, 'the columns decide')
  return { method, run }
}

/** What the index says of the candidates of the run, in their order. */
function measuredAs(
  method: OnlineRecords,
  records: Records,
  { evidence: { pairs }, groups: { first } }: Awaited<ReturnType<typeof both>>['run'],
): (number | undefined)[] {
  const rows = comparedRows(method, records)
  const found: (number | undefined)[] = []
  for (const [left, list] of Map.groupBy(pairs.left.keys(), p => pairs.left[p])) {
    const [query, ...others] = [left, ...list.map(p => pairs.right[p])].map(group => rows[first[group]])
    for (const [i, each] of method.measured(query, others).entries()) found[list[i]] = each?.similarity
  }
  return found
}

test('a check gives each pair the probability that a run with the same weights gives it, bit for bit', async () => {
  const seeds = fc.record({ seed: fc.nat(1000), count: fc.constantFrom(250, 400) })
  const property = fc.asyncProperty(seeds, async ({ seed, count }) => {
    const records = mixedPersons(count, seed)
    // Without rivals the scores of a run are those of its pairs alone; threshold 0 shows them all.
    const { method, run } = await both(records, { oneToOne: false, threshold: 0 })
    const measured = measuredAs(method, records, run)
    assert.ok(measured.length > 1000)
    assert.deepEqual(measured, Array.from(run.decision.scores))
  })
  await fc.assert(property, { numRuns: runs(4) })
})

test('with rivals, a check finds what the run reports, and pairs of which one matches another better', async () => {
  const records = mixedPersons(500, 3)
  const { method, run } = await both(records, {})
  const measured = measuredAs(method, records, run)
  const { accepted, scores, threshold } = run.decision
  const learnt = method.learnt()?.threshold ?? 1
  assert.ok(learnt <= threshold)
  measured.forEach((similarity = 0, p) => {
    assert.ok(similarity === 0 || similarity >= (accepted[p] === 1 ? learnt : threshold))
    if (accepted[p] === 1) assert.ok(similarity >= scores[p])
  })
  assert.ok(
    measured.filter(similarity => similarity !== undefined).length <= 1.2 * accepted.filter(Boolean).length,
  )
})

test('checks of a whole list find what the run reports among the candidates of the index', async () => {
  const records = mixedPersons(500, 8)
  const { method, run } = await both(records, { oneToOne: false })
  const { matches, candidates } = checkRows(method, itemAgree, records.texts, 'texts', valuesOf(records))
  const { pairs } = run.evidence
  const { first } = run.groups
  let [reported, missed] = [0, 0]
  run.decision.scores.forEach((score, p) => {
    const [left, right] = [first[pairs.left[p]], first[pairs.right[p]]]
    const found = matches[left].get(right)
    assert.equal(matches[right].get(left), found, 'the same from either side')
    if (score < run.decision.threshold) assert.equal(found, undefined)
    else {
      reported++
      if (found === undefined) missed++
      else assert.equal(found, score)
    }
  })
  assert.ok(reported > 50 && missed <= 0.02 * reported, `${missed} of ${reported}`)
  assert.ok(candidates / records.texts.length < 120)
})

test('the model is the same after its bytes, and the same records give the same bytes', async () => {
  const records = mixedPersons(300, 5)
  const method = await open(namesOf(records))
  const bytes = method.train(records.texts, records.columns)
  assert.deepEqual(packRecordModel(unpackRecordModel(bytes)), bytes)
  assert.deepEqual(method.train(records.texts, records.columns), bytes)
  for (const cut of [bytes.length - 1, bytes.length - 2000, 97])
    assert.throws(() => unpackRecordModel(bytes.subarray(0, cut)), { code: 'STORE_CORRUPT' })
})

test('what was learnt is that of the run: what decides, kinds, weights, null words', async () => {
  const records = mixedPersons(400, 2)
  const { notes } = findRecordPairs(records.texts, undefined, { columns: records.columns })
  const learnt = (await trained(records)).learnt()
  const { decidedBy, columns, nullWords } = notes
  assert.deepEqual(learnt, { ...learnt, decidedBy, columns, nullWords })
  assert.ok(learnt !== undefined && learnt.threshold <= notes.threshold)
  assert.equal(learnt?.decidedBy, 'columns')
  assert.ok(learnt?.prior !== undefined && learnt.prior > 0 && learnt.prior < 0.5)
  assert.deepEqual(nullWords, ['-', 'n/a'])
  const untrained = await open(namesOf(records))
  assert.equal(untrained.learnt(), undefined)
})

test('one column is too few: the text decides, with the same model of the text as without columns', async () => {
  const [first] = mixedPersons(400, 2).columns
  const texts = first.values
  const method = await trained({ texts, columns: [first] })
  assert.equal(method.needsFields, false)
  assert.equal(method.learnt()?.decidedBy, 'text')
  assert.deepEqual(
    method.learnt()?.columns.map(({ kind, weights }) => [kind, weights]),
    [['words', undefined]],
  )
  const plain = await open(['text'])
  plain.use(plain.train(texts))
  assert.equal(plain.learnt()?.threshold, method.learnt()?.threshold)
  const found = (each: OnlineRecords) => checkRows(each, itemAgree, texts).matches
  assert.deepEqual(found(method), found(plain))
})

test('an explanation has the levels, weights and the probability of the run', async () => {
  const records = mixedPersons(400, 4)
  const { method, run } = await both(records, { oneToOne: false })
  const rows = comparedRows(method, records)
  const { pairs } = run.evidence
  const { first } = run.groups
  const accepted = [...pairs.left.keys()].filter(p => run.decision.accepted[p] === 1)
  for (const p of [0, 999, ...accepted]) {
    const [left, right] = [first[pairs.left[p]], first[pairs.right[p]]]
    const { alone = 0, score = 0, fate } = method.explained(rows[left], rows[right]) ?? {}
    assert.ok(Math.abs(alone - (score ?? 0)) < 1e-12, 'the weights add up, of swapped names, too')
    assert.equal(fate, run.decision.accepted[p] === 1 ? 'match' : 'below')
  }
  for (const p of [999, accepted[0], accepted[9]]) {
    const [left, right] = [first[pairs.left[p]], first[pairs.right[p]]]
    const options = { oneToOne: false, columns: records.columns, explained: [left, right] as const }
    const { explained } = findRecordPairs(records.texts, undefined, options)
    // The index has a threshold of its own; all else is that of the run.
    const threshold = method.learnt()?.threshold
    assert.deepEqual(method.explained(rows[left], rows[right]), { ...explained, threshold })
  }
})

test('records of the same words match if two columns say so; one that differs in a strict column never', async () => {
  const { columns } = mixedPersons(400, 6)
  const extra = [
    ['Ada', 'Ng', 'Hill Street 9', '1950-01-02', 'Ulm'],
    ['ada', 'NG', 'hill street 9', '1950-01-02', 'ulm'],
    ['', '', '', '', 'Ulm'],
    ['', '', '', '', 'ulm'],
    ['Ada', 'Ng', 'Hill Street 9', '1950-01-02', 'Bonn'],
  ]
  const method = await trained(
    {
      texts: columns[0].values.map((_, row) => columns.map(({ values }) => values[row]).join('\n')),
      columns,
    },
    { columns: 'town=must-agree' },
  )
  const texts = extra.map(values => values.filter(Boolean).join('\n'))
  const [ada, same, thin, alsoThin, elsewhere] = method.sketches(texts).map((sketch, row) => ({
    ...{ sketch, text: texts[row], shingles: undefined, values: extra[row] },
  }))
  assert.deepEqual(method.measured(ada, [same, elsewhere]), [{ similarity: 1 }, undefined])
  assert.deepEqual(method.measured(thin, [alsoThin, ada]), [undefined, undefined])
  assert.equal(method.explained(ada, elsewhere)?.fate, 'must-agree')
  assert.equal(method.explained(thin, alsoThin)?.fate, 'sparse')
  const born = method.explained(ada, { ...elsewhere, values: ['Ada', 'Ng', '', '', 'Ulm'] })
  assert.deepEqual(
    born?.columns.map(({ agreement }) => agreement),
    ['equal', 'equal', 'no value', 'no value', 'equal'],
  )
})
