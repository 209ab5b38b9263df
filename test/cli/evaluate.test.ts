import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { evaluateFiles } from '../../src/files/jobs/evaluate-files.ts'
import { runs } from '../ground/runs.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { parquetBytes } from './parquet-files.ts'
import { nearsame } from './recording-terminal.ts'

const directory = temporaryFolder()

function file(name: string, content: string | Uint8Array): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

const truth = file('truth.csv', 'id1,id2\n1,2\n3,4\n5,6\n7,8\n')

test('scores pairs whatever their order, repetitions, header and further columns', async () => {
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

test('reads pairs of Parquet: ids of any type, whatever the other columns', async () => {
  const predicted = parquetBytes([
    { name: 'similarity', data: [0.9, 1, 1], type: 'DOUBLE' },
    { name: 'id1', data: [2n, 3n, 9007199254740993n], type: 'INT64' },
    { name: 'id2', data: ['1', '4', 'x "y"'], type: 'STRING' },
  ])
  const found = await evaluateFiles({
    predicted: file('p.parquet', predicted),
    truth: file('t.jsonl', '{"id1":1,"id2":2}\n{"id1":"x \\"y\\"","id2":"9007199254740993"}\n'),
  })
  assert.deepEqual([found.predicted, found.truth, found.trueFound], [3, 2, 2])
  const lacking = file('lacking.parquet', parquetBytes([{ name: 'id1', data: ['a'], type: 'STRING' }]))
  await assert.rejects(evaluateFiles({ predicted: lacking, truth }), {
    code: 'PAIRS_FILE',
    message: /expected an object with id1 and id2, got .*lacking\.parquet:1/,
  })
})

test('the output of pairs is read back exactly, whatever the ids', async () => {
  const odd = fc.constantFrom(' ', '\t', '\r', '\n', '"', ',', '\0', '\u2028', '\ufeff', 'a', '1', 'id')
  const id = fc.oneof(fc.string({ unit: odd, maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 4 }))
  const ids = fc.uniqueArray(id, { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(ids, async ids => {
      const input = file('ids.jsonl', ids.map(id => `${JSON.stringify({ id, text: 'x' })}\n`).join(''))
      const all = ids.flatMap((id1, i) => ids.slice(i + 1).map(id2 => `${JSON.stringify({ id1, id2 })}\n`))
      const truth = file('ids-truth.jsonl', all.join(''))
      for (const name of ['ids.csv', 'ids-p.jsonl']) {
        const predicted = join(directory, name)
        await nearsame('pairs', input, '-o', predicted, '--force', '--quiet', '--threads', '1')
        const { truth: count, trueFound, predicted: found } = await evaluateFiles({ predicted, truth })
        assert.deepEqual([count, found, trueFound], [all.length, all.length, all.length])
      }
    }),
    { numRuns: runs(40) },
  )
})

test('integers beyond 2^53 and archives are read as pairs writes them', async () => {
  const big = ['9007199254740993', '9007199254740992']
  const records = [...big, '" 1"', '1'].map(id => `{"id":${id},"text":"x"}\n`).join('')
  const input = file('big.jsonl', records)
  const names = ['big.csv', 'big-p.jsonl', 'big.csv.gz', 'big-p.jsonl.zst'].map(name =>
    join(directory, name),
  )
  for (const name of names) await nearsame('pairs', input, '-o', name, '--quiet')
  for (const predicted of names) {
    for (const truth of names) {
      const { predicted: found, trueFound } = await evaluateFiles({ predicted, truth })
      assert.deepEqual([found, trueFound], [6, 6])
    }
  }
  const cross = file(
    'big-sources.jsonl.gz',
    gzipSync(`{"id":${big[0]},"source":1}\n{"id":${big[1]},"source":2}\n`),
  )
  const evaluation = await evaluateFiles({ predicted: names[0], truth: names[1], cross })
  assert.equal(evaluation.predicted, 1)
})

test('damaged archives are refused', async () => {
  const whole = gzipSync('id1,id2\n1,2\n')
  const cut = file('cut.csv.gz', whole.subarray(0, -9))
  await assert.rejects(evaluateFiles({ predicted: cut, truth }), /ARCHIVE_TRUNCATED: .* at .*cut\.csv\.gz/)
  const plain = file('plain.csv.zst', 'id1,id2\n1,2\n')
  await assert.rejects(
    evaluateFiles({ predicted: truth, truth: plain }),
    /ARCHIVE_CORRUPT: .*plain\.csv\.zst/,
  )
})

test('judges only labelled pairs if they are given', async () => {
  const predicted = file('labelled-p.csv', '1,2\n3,9\n5,6\n')
  const labelled = file('labelled.csv', 'id1,id2,label\n2,1,1\n3,4,1\n3,9,0\n')
  const evaluation = await evaluateFiles({ predicted, truth, labelled })
  assert.deepEqual(
    [evaluation.predicted, evaluation.truth, evaluation.trueFound, evaluation.precision, evaluation.recall],
    [2, 2, 1, 0.5, 0.5],
  )
})

test('counts only predictions across sources if records are given', async () => {
  const records = ['1,a', '2,b', '3,a', '4,a', '5,b'].map(line => {
    const [id, source] = line.split(',')
    return JSON.stringify({ id: Number(id), text: 'x\u2028y', source })
  })
  const cross = file('records.jsonl', `${records.join('\n')}\n`)
  const predicted = file('cross-p.csv', 'id1,id2\n1,2\n3,4\n2,99\n3,5\n')
  const evaluation = await evaluateFiles({ predicted, truth, cross })
  assert.deepEqual([evaluation.predicted, evaluation.trueFound, evaluation.truth], [2, 1, 4])
})

test('gives 0 instead of dividing by 0', async () => {
  const empty = file('empty.csv', 'id1,id2\n')
  const none = { predicted: 0, truth: 0, trueFound: 0, precision: 0, recall: 0, f1: 0 }
  assert.deepEqual(await evaluateFiles({ predicted: empty, truth: empty }), none)
})

test('agrees with set arithmetic on many random pairs', async () => {
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

test('the first row of a file of pairs shows its separator and quote', async () => {
  const files = [
    ['semicolon.csv', 'id1;id2\nb;a\nd;c\n'],
    ['tab.csv', 'left_id\tright_id\nb\ta\nd\tc\n'],
    ['bar.csv', 'b|a|0.9\nd|c|0.8\n'],
    ['single.csv', "'b','a'\n'd','c'\n"],
    ['named.csv', '\ufeffsep=;\r\nid1;id2\r\nb;a\r\nd;c\r\n'],
    ['named.tsv', 'id1\tid2\nb\ta\nd\tc\n'],
  ]
  const comma = file('comma.csv', 'id1,id2\na,b\nc,d\n')
  for (const [name, content] of files) {
    const predicted = file(name, content)
    const { predicted: found, trueFound } = await evaluateFiles({ predicted, truth: comma })
    assert.deepEqual([found, trueFound], [2, 2], name)
  }
  const both = file('both.csv', 'b;x,a\nd;y,c\n')
  await assert.rejects(evaluateFiles({ predicted: both, truth }), {
    message:
      'PAIRS_FILE: expected a first line with one separator, got "," and ";" in it, ' +
      `at ${both}. To fix: begin the file with the header \`id1,id2\`, written with its separator.`,
  })
})

test('refuses missing files, rows without two ids and records without a source', async () => {
  for (const format of ['csv', 'jsonl', 'parquet', 'xlsx']) {
    const missing = join(directory, `missing.${format}`)
    await assert.rejects(
      evaluateFiles({ predicted: missing, truth }),
      new RegExp(`INPUT_MISSING: expected an existing file, .*missing\\.${format}"`),
    )
  }
  const short = file('short.csv', 'id1,id2\n1\n')
  await assert.rejects(evaluateFiles({ predicted: short, truth }), /PAIRS_FILE: .*short\.csv:2/)
  const open = file('open.csv', '7,8\n1,"2\n3,4\n')
  await assert.rejects(
    evaluateFiles({ predicted: open, truth }),
    /PAIRS_FILE: expected a closing quote, got the end of the file in the field that .*open\.csv:2\./,
  )
  const stray = file('stray.csv', '"1"2,3\n')
  await assert.rejects(
    evaluateFiles({ predicted: stray, truth }),
    /PAIRS_FILE: expected a separator after a closing quote, .*stray\.csv:1\./,
  )
  const latin1 = file('latin1.csv', Buffer.from('caf\xe9,1\n', 'latin1'))
  await assert.rejects(
    evaluateFiles({ predicted: latin1, truth }),
    /PAIRS_FILE: expected UTF-8, .*latin1\.csv:1\./,
  )
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

test('prints three lines of text, or JSON', async () => {
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
