/** The digest and KEPT depend only on the content and the result options. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { casesOf, runs } from '../ground/runs.ts'
import { nearly, Workshop, wordsOf } from './command.ts'

const shop = new Workshop()

/** 3,000 records of all kinds, so that every stage has work and there are many small ranges. */
function corpus(): string[] {
  return Array.from({ length: 3000 }, (_, i) => {
    const text =
      i % 5 === 0
        ? nearly(i % 400, Math.floor(i / 400) % 4, 30)
        : i % 5 === 1
          ? wordsOf(i % 400, 30)
          : wordsOf(i, 30)
    return `${JSON.stringify({ id: i, text: i % 7 === 0 ? text.toUpperCase() : text })}\n`
  })
}

test('threads, kernels, archives, standard input and division into files change no byte', async () => {
  const all = corpus()
  shop.write('all.jsonl', all.join(''))
  const { digest, counts } = await shop.dedupe('all.jsonl', '-o', 'all-kept.jsonl', '--threads', '1')
  assert(counts.exact > 0 && counts.normalised > 0 && counts.near > 0)
  const kept = shop.read('all-kept.jsonl')
  const equals = async (...args: string[]) => {
    const report = await shop.dedupe(...args, '-o', 'k.jsonl')
    assert.deepEqual([report.digest, args], [digest, args])
    assert(shop.read('k.jsonl') === kept, args.join(' '))
  }
  for (const threads of casesOf(['3', '2', '8'])) await equals('all.jsonl', '--threads', threads)
  shop.write('all.jsonl.gz', gzipSync(all.join('')))
  shop.write('all.jsonl.zst', zstdCompressSync(all.join('')))
  await equals('all.jsonl.gz', '--threads', '2')
  await equals('all.jsonl.zst', '--threads', '1')
  for (const cuts of casesOf([[7, 8, 9], [1], [1000, 1001, 2999]])) {
    const ends = [...cuts, all.length]
    const names = ends.map((end, i) => {
      shop.write(`split/${i}.jsonl`, all.slice(i === 0 ? 0 : ends[i - 1], end).join(''))
      return `split/${i}.jsonl`
    })
    await equals(...names, '--threads', '2')
  }
  for (const kernels of ['reference', 'wasm', 'wasm-simd']) {
    const run = shop.child(['dedupe', 'all.jsonl', '-o', 'k.jsonl', '--force', '--json'], {
      env: { NEARSAME_KERNELS: kernels },
    })
    assert.deepEqual([run.status, JSON.parse(run.out).digest], [0, digest], kernels)
    assert(shop.read('k.jsonl') === kept, kernels)
  }
  const piped = shop.child(
    ['dedupe', '-', '--input-format', 'jsonl', '-o', 'k.jsonl', '--force', '--json'],
    {
      input: all.join(''),
    },
  )
  assert.equal(JSON.parse(piped.out).digest, digest)
  const refused = shop.child(['dedupe', 'all.jsonl', '-o', 'no.jsonl'], {
    env: { NEARSAME_KERNELS: 'fast' },
  })
  assert.equal(refused.status, 2)
})

test('CSV rows with line ends inside are the same however they are read', async () => {
  const rows = Array.from({ length: 4000 }, (_, i) => {
    const text = wordsOf(i % 1500, 25).replaceAll(' ', i % 3 === 0 ? '\n' : ' ')
    return `${i},"${text} ""q"" , ${i % 2 === 0 ? '\n' : ''}",5" pipe\n`
  })
  shop.write('all.csv', `id,text,note\n${rows.join('')}`)
  const { digest, counts } = await shop.dedupe('all.csv', '-o', 'all-kept.csv', '--threads', '1')
  assert.deepEqual([counts.read, counts.bad, counts.kept], [4000, 0, 1500])
  const kept = shop.read('all-kept.csv')
  shop.write('all.csv.gz', gzipSync(shop.bytes('all.csv')))
  shop.write('1.csv', `id,text,note\n${rows.slice(0, 1999).join('')}`)
  shop.write('2.csv', `id,text,note\n${rows.slice(1999).join('')}`)
  for (const args of [['all.csv', '--threads', '8'], ['all.csv.gz'], ['1.csv', '2.csv']]) {
    const report = await shop.dedupe(...args, '-o', 'k.csv')
    assert.deepEqual([report.digest, args], [digest, args])
    assert(shop.read('k.csv') === kept, args.join(' '))
  }
})

test('rows of a stream are cut as those of a file, over many megabytes', async () => {
  const parts = ['one more of the rows', 'a, b', 'two\nlines', '""', '5"', 'quoted "words" here']
  for (const [name, separator] of [
    ['csv', ','],
    ['tsv', '\t'],
  ]) {
    for (const megabytes of [1.1, 0.3, 2, 5].slice(0, runs(4))) {
      const rows: string[] = [`id${separator}text\n`]
      for (let bytes = 0, i = 0; bytes < megabytes * 2 ** 20; i++) {
        // Now and then a row is longer than a chunk of the stream.
        const text = Array.from(
          { length: i % 997 === 5 ? 30_000 : 8 },
          (_, j) => parts[(i * 7 + j * j) % 6],
        )
        rows.push(`${i}${separator}"${text.join(' ').replaceAll('"', '""')} ${i % 5000}"\n`)
        bytes += rows[i + 1].length
      }
      shop.write(`all.${name}`, rows.join(''))
      shop.write(`all.${name}.gz`, gzipSync(rows.join('')))
      shop.write(`all.${name}.zst`, zstdCompressSync(rows.join('')))
      const options = ['-o', `k.${name}`, '--near', 'off']
      const { digest, counts } = await shop.dedupe(`all.${name}`, ...options)
      assert.deepEqual([counts.read, counts.bad], [rows.length - 1, 0])
      const kept = shop.read(`k.${name}`)
      for (const packed of ['gz', 'zst']) {
        assert.equal((await shop.dedupe(`all.${name}.${packed}`, ...options)).digest, digest)
        assert(shop.read(`k.${name}`) === kept, `${name}.${packed}, ${megabytes} MB`)
      }
      const args = ['dedupe', '-', '--input-format', name, ...options, '--force', '--json']
      const piped = shop.child(args, { input: rows.join('') })
      assert.equal(JSON.parse(piped.out).digest, digest, `${name} piped, ${megabytes} MB`)
      assert(shop.read(`k.${name}`) === kept)
    }
  }
})
