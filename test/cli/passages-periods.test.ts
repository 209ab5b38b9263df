import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

async function passagesOf(...args: string[]) {
  const run = await place.run('passages', ...args, '-o', 'out.jsonl', '--json', '--force')
  assert.equal(run.status, 0, run.err)
  return { rows: place.rows('out.jsonl'), report: JSON.parse(run.out), text: place.read('out.jsonl') }
}

test('a run that repeats itself is one line, whatever repeats', async () => {
  for (const [word, unit, tokens] of [
    ['0 ', 'tokens', 1],
    ['ab cd ', 'tokens', 2],
    ['a b c\n', 'lines', 3],
    ['x y\nz\n\n', 'paragraphs', 3],
    ['é 中 q ', 'tokens', 3],
    [`${Array.from({ length: 60 }, (_, i) => `w${i}`).join(' ')}\n`, 'tokens', 60],
  ] as const) {
    const times = 1200
    place.write(
      'zeros.jsonl',
      jsonLines({ id: 'a', text: word.repeat(times) }, { id: 'b', text: word.repeat(times) }),
    )
    const { rows, report, text } = await passagesOf('zeros.jsonl', '--unit', unit)
    const period = unit === 'tokens' ? tokens : 1
    assert.deepEqual(
      rows.map(row => [row.id, row.from, row.tokens, row.period, row.first.id, row.first.from]),
      [
        ['a', word.length, tokens * (times - 1), period, 'a', 0],
        ['b', 0, tokens * times, period, 'a', 0],
      ],
      word,
    )
    assert.ok(text.length < 600)
    assert.equal(report.counts.repeated, tokens * (2 * times - 1))
    const { report: halves } = await passagesOf('zeros.jsonl', '--unit', unit, '--threads', '3')
    assert.equal(halves.digest, report.digest)
  }
})

test('what repeats itself is cut and shown as a whole', async () => {
  place.write('zeros.jsonl', jsonLines({ id: 1, text: `start ${'0 '.repeat(5000)}end` }))
  const files = ['--kept', 'kept.jsonl', '--removed', 'removed.jsonl', '--report-html', 'page.html']
  await passagesOf('zeros.jsonl', '--least', '50', ...files)
  assert.equal(place.rows('kept.jsonl')[0].text, 'start 0  end')
  assert.deepEqual(
    place.rows('removed.jsonl').map(({ from, to }) => [from, to]),
    [[8, 10005]],
  )
  const page = place.read('page.html')
  assert.match(page, /"tokens":50,"repeated":4999,"places":2/)
  await passagesOf('zeros.jsonl', '--least', '50', ...files, '--cut', 'all')
  assert.equal(place.rows('kept.jsonl')[0].text, 'start  end')
  place.write('items.jsonl', jsonLines({ id: 'q', text: '0 '.repeat(60) }))
  const { rows, report } = await passagesOf('zeros.jsonl', '--against', 'items.jsonl', '--least', '50')
  assert.deepEqual(
    rows.map(({ tokens, period, places, first }) => [tokens, period, places, first.id, first.to]),
    [[5000, 1, 1, 'q', 99]],
  )
  assert.deepEqual([report.covered[0].share, report.covered[0].by], [1, [1]])
})

test('a hint says when the output is larger than the input', async () => {
  let state = 5
  const bits = Array.from({ length: 4000 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 31
  })
  place.write('bits.jsonl', jsonLines({ id: 1, text: bits.join(' ') }))
  const { report, text } = await passagesOf('bits.jsonl', '--least', '8')
  const hints = report.hints as string[]
  const size = `${Math.round(text.length / 1024)} KiB`
  assert.ok(
    hints.some(hint => hint.includes(`lines of passages take ${size}`) && hint.includes('7.83 KiB read')),
    hints.join(),
  )
  const few = await passagesOf('bits.jsonl', '--least', '50')
  assert.deepEqual(few.report.hints, [])
})

test('short items in many documents are listed, and contaminate nothing', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `Yes, of course: own${i} text${i}. The 7 ${i}`)
  texts[4] += ' What is the capital of France?'
  place.write('train.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))
  const items = ['yes', 'The', '7', 'yes, of course', 'What is the capital of France?']
  place.write('items.jsonl', jsonLines(...items.map((text, i) => ({ id: `q${i}`, text }))))
  const args = ['train.jsonl', '--against', 'items.jsonl', '--kept', 'kept.jsonl']
  const { report, rows } = await passagesOf(...args)
  assert.deepEqual(report.common, [{ id: 'q3', at: 'items.jsonl:4', tokens: 3, documents: 20 }])
  const { dropped, kept, contaminated, notLookedFor, common } = report.counts
  assert.deepEqual([dropped, kept, contaminated, notLookedFor, common], [1, 19, 1, 3, 1])
  assert.deepEqual(
    rows.map(({ id, first }) => [id, first.id]),
    [[4, 'q4']],
  )
  const shown = await place.run('passages', ...args, '-o', 'out.jsonl', '--force')
  assert.match(shown.err, /^ +not looked for +3 /m)
  assert.match(shown.err, /^ +common +1 +short records on the other side in too many documents to count$/m)
  assert.match(shown.err, /hint: 1 item is common .* nothing: q3 \(in 20 documents\); --common 1% sets/)
  // All of this is the same with other threads and files.
  place.write('train-1.jsonl', jsonLines(...texts.slice(0, 3).map((text, id) => ({ id, text }))))
  place.write('train-2.jsonl', jsonLines(...texts.slice(3).map((text, id) => ({ id: id + 3, text }))))
  const divided = await passagesOf('train-1.jsonl', 'train-2.jsonl', ...args.slice(1), '--threads', '1')
  assert.deepEqual([divided.report.digest, divided.report.common], [report.digest, report.common])
  const all = await passagesOf(...args, '--common', '100%', '--least-item', '1')
  assert.deepEqual(
    [all.report.counts.dropped, all.report.counts.notLookedFor, all.report.common],
    [20, 0, []],
  )
  assert.equal(all.report.passages.common, 1)
  const wrong = await place.run('passages', ...args, '--common', '200%')
  assert.match(wrong.err, /--common to be a number in \[0, 1\]/)
})
