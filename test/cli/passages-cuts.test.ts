import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()

async function keptOf(texts: readonly string[], ...args: string[]): Promise<string[]> {
  place.write('in.jsonl', jsonLines(...texts.map(text => ({ text }))))
  const files = ['--kept', 'kept.jsonl', '--removed', 'removed.jsonl', '--min-left', '0', '--force']
  const run = await place.run('passages', 'in.jsonl', ...files, ...args)
  assert.equal(run.status, 0, run.err)
  return place.rows('kept.jsonl').map(({ text }) => text)
}

test('a line goes with its own end, and nothing else', async () => {
  const subtitles = '1\n00:01\nHello\n\n2\n00:02\nHello\n\n3\n00:03\nBye\n'
  const cases: [string, string][] = [
    ['one line\nMenu\n\n\nlast line', 'one line\n\n\nlast line'],
    ['Menu\n\nfirst', '\nfirst'],
    ['ends with\r\nMenu', 'ends with\r\n'],
    ['before\r\nMenu\r\n\r\nbehind\r\n', 'before\r\n\r\nbehind\r\n'],
    ['old\rMenu\r\rmac', 'old\r\rmac'],
    ['Menu\n\nMenu\n \nMENU!\n', '\n \n'],
    ['Menu', ''],
    [subtitles, subtitles.replace('2\n00:02\nHello\n\n', '2\n00:02\n\n')],
  ]
  const texts = ['Menu', ...cases.map(([text]) => text)]
  assert.deepEqual(await keptOf(texts, '--unit', 'lines'), ['Menu', ...cases.map(([, left]) => left)])
})

test('a paragraph goes with its own line end; the blank lines around it stay', async () => {
  const texts = [
    'All rights\nreserved\n',
    'One\n\nALL rights\nreserved.\n\n\nTwo',
    'One!\r\n\r\nx\r\n\r\nAll rights\nreserved',
  ]
  assert.deepEqual(await keptOf(texts, '--unit', 'paragraphs'), [
    'All rights\nreserved\n',
    'One\n\n\n\nTwo',
    '\r\nx\r\n\r\n',
  ])
})

test('what is left of any lines is the text without those that stood earlier', async () => {
  let state = 3
  const pick = <Item>(of: readonly Item[]): Item => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return of[Math.floor((state / 2 ** 32) * of.length)]
  }
  const lengths = [0, 1, 2, 3, 5, 8]
  const texts = Array.from({ length: 300 }, () =>
    Array.from({ length: pick(lengths) }, () => {
      return pick(['', ' ', 'Menu', 'menu ', `w${pick(lengths)}`, 'é x', '-']) + pick(['\n', '\r\n', '\r'])
    })
      .join('')
      .concat(pick(['', 'Menu', 'last', ' '])),
  )
  const seen = new Set<string>()
  const expected = texts.map(text =>
    (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [])
      .filter(line => {
        const tokens = line.replace('-', ' ').trim().toLowerCase()
        const isRepeated = tokens !== '' && seen.has(tokens)
        seen.add(tokens)
        return !isRepeated
      })
      .join(''),
  )
  assert.deepEqual(await keptOf(texts, '--unit', 'lines', '--null', 'keep'), expected)
  const [{ from, to, fromByte, toByte }] = place.rows('removed.jsonl')
  assert.ok(from < to && fromByte < toByte)
})
