import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { evaluateFiles } from '../../src/jobs/evaluate-files.ts'
import { nearsame } from './recording-terminal.ts'

const directory = mkdtempSync(join(tmpdir(), 'nearsame-evaluate-'))
after(() => rmSync(directory, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const truth = file('truth.csv', 'id1,id2\n1,2\n3,4\n5,6\n7,8\n')

test('scores pairs whatever their order, repeats, header and further columns', async () => {
  const rows =
    '\ufeffid1,id2,measure,similarity\r\n2,1,jaccard,0.9\r\n1,2,jaccard,0.9\n4,3,jaccard,1\n1,9,x,1\n5,5,x,1\n'
  assert.deepEqual(await evaluateFiles({ predicted: file('p.csv', rows), truth }), {
    predicted: 3,
    truth: 4,
    trueFound: 2,
    precision: 2 / 3,
    recall: 0.5,
    f1: 4 / 7,
  })
})

test('reads pairs without a header, with quoted ids, and as JSONL', async () => {
  const quoted = file('quoted.csv', '"a,1","b ""x"""\n"line\nend",c\n')
  const json = file('p.jsonl', '{"id1":"b \\"x\\"","id2":"a,1"}\n\n{"id1":"c","id2":"line\\nend","x":1}\n')
  const { precision, recall, f1, truth: count } = await evaluateFiles({ predicted: json, truth: quoted })
  assert.deepEqual([precision, recall, f1, count], [1, 1, 1, 2])
})

test('judges only labelled pairs when they are given', async () => {
  const predicted = file('labelled-p.csv', '1,2\n3,9\n5,6\n')
  const labelled = file('labelled.csv', 'id1,id2,label\n2,1,1\n3,4,1\n3,9,0\n')
  const evaluation = await evaluateFiles({ predicted, truth, labelled })
  assert.deepEqual(
    [evaluation.predicted, evaluation.truth, evaluation.trueFound, evaluation.precision, evaluation.recall],
    [2, 2, 1, 0.5, 0.5],
  )
})

test('counts only predictions across sources when records are given', async () => {
  const records = ['1,a', '2,b', '3,a', '4,a', '5,b'].map(line => {
    const [id, source] = line.split(',')
    return JSON.stringify({ id: Number(id), text: 'x\u2028y', source })
  })
  const cross = file('records.jsonl', `${records.join('\n')}\n`)
  const predicted = file('cross-p.csv', 'id1,id2\n1,2\n3,4\n2,99\n3,5\n')
  const evaluation = await evaluateFiles({ predicted, truth, cross })
  assert.deepEqual([evaluation.predicted, evaluation.trueFound, evaluation.truth], [2, 1, 4])
})

test('gives 0 where there is nothing to divide by', async () => {
  const empty = file('empty.csv', 'id1,id2\n')
  const none = { predicted: 0, truth: 0, trueFound: 0, precision: 0, recall: 0, f1: 0 }
  assert.deepEqual(await evaluateFiles({ predicted: empty, truth: empty }), none)
})

test('agrees with counting in sets on many random pairs', async () => {
  let state = 1
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const rows = () => Array.from({ length: 3000 }, () => [random(80), random(80)])
  const [a, b] = [rows(), rows()]
  const asSet = (pairs: number[][]) =>
    new Set(pairs.filter(([x, y]) => x !== y).map(([x, y]) => `${Math.min(x, y)},${Math.max(x, y)}`))
  const evaluation = await evaluateFiles({
    predicted: file('ra.csv', a.map(String).join('\n')),
    truth: file('rb.csv', b.map(String).join('\n')),
  })
  const [setA, setB] = [asSet(a), asSet(b)]
  assert.deepEqual(
    [evaluation.predicted, evaluation.truth, evaluation.trueFound],
    [setA.size, setB.size, [...setA].filter(pair => setB.has(pair)).length],
  )
})

test('refuses missing files, rows without two ids and records without a source', async () => {
  const missing = join(directory, 'missing.csv')
  await assert.rejects(
    evaluateFiles({ predicted: missing, truth }),
    /INPUT_MISSING: .*missing\.csv \(ENOENT\)/,
  )
  const short = file('short.csv', 'id1,id2\n1\n')
  await assert.rejects(evaluateFiles({ predicted: short, truth }), /PAIRS_FILE: .*short\.csv:2/)
  const notJson = file('not.jsonl', '1,2\n')
  await assert.rejects(evaluateFiles({ predicted: notJson, truth }), /PAIRS_FILE/)
  const cross = file('no-source.jsonl', '{"id":1}\n')
  await assert.rejects(
    evaluateFiles({ predicted: truth, truth, cross }),
    /RECORDS_FILE: .*no-source\.jsonl:1/,
  )
  const { status, err } = await nearsame('evaluate', truth, truth, '--cross', cross)
  assert.equal(status, 3)
  assert.match(err, /^nearsame: RECORDS_FILE: expected a JSON object with "id" and "source", got /)
})

test('prints three lines for a person, or JSON', async () => {
  const predicted = file('print.csv', 'id1,id2\n1,2\n1,9\n')
  const { status, out, err } = await nearsame('evaluate', predicted, truth)
  assert.deepEqual({ status, err }, { status: 0, err: '' })
  assert.equal(
    out,
    '  precision     0.5  1 of 2 predicted are true\n' +
      '  recall       0.25  1 of 4 true ones are predicted\n' +
      '  F1         0.3333\n',
  )
  const json = await nearsame('evaluate', predicted, truth, '--json')
  assert.deepEqual(JSON.parse(json.out), {
    predicted: 2,
    truth: 4,
    trueFound: 1,
    precision: 0.5,
    recall: 0.25,
    f1: 1 / 3,
  })
})
