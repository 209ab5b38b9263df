/** Uploads and runs over HTTP: the bytes of the command, who sees them, what stays, what goes on after a stop. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { openServer } from '../../src/server/server.ts'
import type { ServerOptions } from '../../src/server/server-options.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { workbookBytes } from '../ground/workbooks.ts'
import { launcher } from '../runtimes/build.ts'
import { memoryCatalogue } from './memory-catalogue.ts'
import { type Answer, type Asked, ask as askAt, openRunWorld, problem, textOf } from './server-world.ts'

const command = launcher() // before a server would wait for the build
const world = await openRunWorld()
const { ask } = world
type Ask = typeof ask

const type = 'application/octet-stream'
const latin = Buffer.from(
  `isbn;title;author;year;place
9783161484100;Der Zauberberg;Thomas Mann;1924;Berlin
9780306406157;Die Blechtrommel;Günter Grass;1959;Neuwied
9780140449136;Crime and Punishment;Fyodor Dostoevsky;1866;Moskau
9780140449137;Crime and punishment;F. Dostoevsky;1866;Moskau
9783499236761;Die Vermessung der Welt;Daniel Kehlmann;2005;Reinbek
9783499236762;Vermessung der Welt;Kehlmann, Daniel;2005;Reinbek
`,
  'latin1',
)

async function uploaded(name: string, body: string | Buffer, as: Ask = ask, asked: Asked = {}) {
  const answer = await as('POST', `/v1/uploads?name=${encodeURIComponent(name)}`, { type, body, ...asked })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id as string
}

async function started(body: unknown, as: Ask = ask, asked: Asked = {}): Promise<string> {
  const answer = await as('POST', '/v1/runs', { body, ...asked })
  assert.equal(answer.status, 202, answer.text)
  return answer.body.id
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers without types
async function ended(id: string, as: Ask = ask): Promise<any> {
  for (;;) {
    const { body } = await as('GET', `/v1/runs/${id}`)
    if (body.state === 'done' || body.state === 'failed') return body
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}

const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `${JSON.stringify({ id: `d${i}`, text: textOf(i % (count - 5)) })}\n`,
  )

test('the outputs of a run are those of the command that it shows, byte for byte', async () => {
  const upload = await uploaded('lib.csv', latin)
  const { proposed, ...preview } = (await ask('GET', `/v1/uploads/${upload}/preview`)).body
  assert.deepEqual(proposed.options, {
    encoding: 'windows-1252',
    method: 'records',
    id: 'isbn',
    spreadsheetSafe: true,
  })
  assert.equal(proposed.sentence, 'These rows have 5 columns: they are compared column by column.')
  assert.equal(preview.delimiter, ';')
  assert.deepEqual(preview.rows[1], [
    '9780306406157',
    'Die Blechtrommel',
    'Günter Grass',
    '1959',
    'Neuwied',
  ])
  const run = await ended(await started({ uploads: [upload], options: proposed.options }))
  assert.equal(run.state, 'done', JSON.stringify(run.error))
  assert.equal(run.summary.counts.near, 2)
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-command-'))
  writeFileSync(join(folder, 'lib.csv'), latin)
  await promisify(execFile)(
    'sh',
    ['-c', run.command.replace(/^nearsame /, `"${process.execPath}" "${command}" `)],
    {
      cwd: folder,
    },
  )
  const names = run.outputs.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    names.filter((name: string) => name !== 'report' && name !== 'summary'),
    [...['kept', 'removed', 'annotated', 'golden', 'clusters', 'pairs', 'review', 'bad']],
  )
  for (const { name, file, bytes } of run.outputs) {
    const response = await fetch(`${world.url}/v1/runs/${run.id}/outputs/${name}`)
    const got = Buffer.from(await response.arrayBuffer())
    assert.match(
      response.headers.get('content-disposition') ?? '',
      new RegExp(`attachment; filename="${file}"`),
    )
    assert.equal(got.length, bytes)
    // These have seconds and memory.
    if (name !== 'report' && name !== 'summary')
      assert.deepEqual(got, readFileSync(join(folder, file)), name)
  }
  assert.match(
    readFileSync(join(folder, 'lib.removed.csv'), 'utf8'),
    /\n9780140449137;Crime and punishment;F\. Dostoevsky;1866;Moskau;9780140449136;near;0\.\d+;9780140449136;Crime and Punishment;/,
  )
  const report = JSON.parse(readFileSync(join(folder, 'lib.report.json'), 'utf8'))
  assert.equal(run.summary.digest, report.digest)
})

test('a preview tells the rows that cannot be read', async () => {
  const upload = await uploaded(
    'lib.csv',
    'id;author;title\n1;Grass, G.;Die Blechtrommel\n2;Böll, H.;Das Brot\n',
  )
  const said = async (query: string) =>
    (await ask('GET', `/v1/uploads/${upload}/preview${query}`)).body.proposed.sentence
  assert.equal(
    await said('?delimiter=,'),
    'None of the 2 rows can be read: expected 1 field, as in the header, got 2, at lib.csv:1.',
  )
  assert.equal(await said(''), 'These rows have 3 columns: they are compared column by column.')
  const odd = await uploaded(
    'odd.csv',
    'author,town\nGrass,Kiel\nBöll,Köln\nSeghers,Mainz,1900\nLenz,Lyck\n',
  )
  assert.equal(
    (await ask('GET', `/v1/uploads/${odd}/preview`)).body.proposed.sentence,
    'These rows have 2 columns: they are compared column by column. ' +
      'One row cannot be read: expected 2 fields, as in the header, got 3, at odd.csv:3.',
  )
})

test('a workbook stays one: its sheets in the preview, its rows as workbooks', async () => {
  const zip = (value: number) => ({ s: 0, inside: `<v>${value}</v>` })
  const rows = [
    ['name', 'zip', 'town'],
    ['Ada Lovelace', zip(1067), 'Dresden'],
    ['Alan Turing', zip(99), 'Erfurt'],
  ]
  const bytes = workbookBytes({
    formats: ['00000'],
    sheets: { Notes: [['x']], People: [...rows, rows[1]] },
  })
  const upload = await uploaded('people.xlsx', Buffer.from(bytes))
  const { body } = await ask('GET', `/v1/uploads/${upload}/preview?sheet=People`)
  assert.deepEqual([body.format, body.sheets, body.sheet], ['xlsx', ['Notes', 'People'], 'People'])
  assert.deepEqual(body.rows[1], ['Alan Turing', '00099', 'Erfurt'])
  assert.equal(body.proposed.options.sheet, 'People')
  const run = await ended(await started({ uploads: [upload], options: body.proposed.options }))
  assert.equal(run.state, 'done', JSON.stringify(run.error))
  const files = run.outputs.slice(0, 4).map(({ file }: { file: string }) => file)
  assert.deepEqual(
    files,
    ['kept', 'removed', 'annotated', 'golden'].map(name => `people.${name}.xlsx`),
  )
  const kept = await fetch(`${world.url}/v1/runs/${run.id}/outputs/kept`)
  const parts = unzipSync(new Uint8Array(await kept.arrayBuffer()))
  const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml']).toString()
  assert.equal(sheet.split('<row ').length - 1, 3)
})

test('uploads of several formats are one run, with merged rows', async () => {
  const uploads = [
    await uploaded('m.csv', 'id,text,city\n1,one and the same,\n'),
    await uploaded('n.jsonl', `${lines(9).join('')}{"id":2,"text":"one and the same","city":"Rome"}\n`),
  ]
  const { id, state, summary, error } = await ended(
    await started({ uploads, options: { goldenRule: 'longest' } }),
  )
  assert.deepEqual([state, summary?.counts.read], ['done', 11], JSON.stringify(error))
  const golden = await (await fetch(`${world.url}/v1/runs/${id}/outputs/golden`)).text()
  assert.equal(golden.split('\n')[0], '{"id":"1","text":"one and the same","city":"Rome"}')
})

test('what merges fields is refused where no upload has any', async () => {
  const uploads = [await uploaded('lines.txt', 'one and the same\none and the same\n')]
  const refused = await ask('POST', '/v1/runs', { body: { uploads, options: { goldenRule: 'longest' } } })
  assert.match(
    problem(refused, 'OPTION_VALUE', 400),
    /expected `goldenRule` only with records of JSON.*, got "longest"/,
  )
})

const comma = 'id,text,city\n1,one and the same,"Rome, Italy"\n2,another one,Paris\n'
const semicolon = 'id;text\n3;one and the same\n4;nothing like it\n'

test('uploads of CSV with other separators and columns are one run, with rows of all columns', async () => {
  for (const files of [
    { 'comma.csv': comma, 'semicolon.csv': semicolon },
    { 'comma.csv.gz': gzipSync(comma), 'semicolon.csv': semicolon },
    { 'comma.csv': comma, 'semicolon.csv': Buffer.from(`\ufeff${semicolon}`, 'utf16le') },
  ]) {
    const uploads = []
    for (const [name, body] of Object.entries(files)) uploads.push(await uploaded(name, body))
    const { id, state, error } = await ended(await started({ uploads, options: { text: ['text'] } }))
    assert.equal(state, 'done', JSON.stringify(error))
    const read = async (output: string) =>
      (await fetch(`${world.url}/v1/runs/${id}/outputs/${output}`)).text()
    const kept =
      'id\ttext\tcity\n1\tone and the same\tRome, Italy\n2\tanother one\tParis\n4\tnothing like it\t\n'
    assert.equal(await read('kept'), kept)
    assert.match(await read('removed'), /^id\ttext\t.*\n3\tone and the same\t/)
    assert.match(await read('annotated'), /^id\ttext\tcity\t/)
    assert.match(await read('golden'), /^id,text,city\n1,one and the same,"Rome, Italy"\n2,/)
  }
})

test('an upload that is one document is refused, and so are wrong rules for merged records, before a run', async () => {
  for (const [name, options] of [
    ['page.html', {}],
    ['list', {}],
    ['list.csv', { inputFormat: 'whole' }],
  ] as const) {
    const uploads = [await uploaded(name, 'a b c\na b c\n')]
    const refused = await ask('POST', '/v1/runs', { body: { uploads, options } })
    assert.match(problem(refused, 'INPUT_FORMAT_UNKNOWN', 400), /which is one document\. .*`inputFormat`/)
  }
  const uploads = [await uploaded('list.csv', semicolon)]
  const refused = await ask('POST', '/v1/runs', { body: { uploads, options: { goldenRule: 'oldest' } } })
  assert.match(problem(refused, 'OPTION_VALUE', 400), /expected `goldenRule` to be most-frequent/)
})

test('errors of a preview name the upload, not where it is kept', async () => {
  const upload = await uploaded('broken.parquet', 'PAR1xx')
  const refused = await ask('GET', `/v1/uploads/${upload}/preview`)
  assert.match(problem(refused, 'PARQUET_INVALID', 400), /at broken\.parquet\./)
})

test('the preview of a packed file, and of one in UTF-16, shows its separator', async () => {
  for (const [name, body] of [
    ['s.csv.gz', gzipSync(semicolon)],
    ['s.csv', Buffer.from(`\ufeff${semicolon}`, 'utf16le')],
  ] as const) {
    const { body: shown } = await ask('GET', `/v1/uploads/${await uploaded(name, body)}/preview`)
    assert.equal(shown.delimiter, ';', name)
  }
})

test('what is in objects of JSON is compared by its path, and names the records', async () => {
  const names = [
    'Ada Lovelace',
    'Alan Turing',
    'Grace Hopper',
    'Ada Lovelace',
    'Mary Shelley',
    'Jane Austen',
  ]
  const people = names.map((name, i) => {
    const [first, last] = name.split(' ')
    const who = { first, last, mail: `${first}.${last}@mail.example`.toLowerCase() }
    return { _id: { $oid: `a${i}` }, who, seen: 2020, tags: [i] }
  })
  const upload = await uploaded('people.json', JSON.stringify(people))
  const { proposed, columns, id } = (await ask('GET', `/v1/uploads/${upload}/preview`)).body
  assert.deepEqual(
    columns.map(({ name }: { name: string }) => name),
    ['_id.$oid', 'who.first', 'who.last', 'who.mail', 'seen', 'tags'],
  )
  assert.equal(id, '_id.$oid')
  assert.deepEqual(proposed.options.text, ['who.first', 'who.last', 'who.mail'])
  const run = await ended(await started({ uploads: [upload], options: proposed.options }))
  assert.equal(run.state, 'done', JSON.stringify(run.error))
  assert.deepEqual([run.summary.counts.read, run.summary.counts.kept], [6, 5])
  const removed = await fetch(`${world.url}/v1/runs/${run.id}/outputs/removed`)
  const [record] = (await removed.json()) as [Record<string, unknown>]
  assert.deepEqual([record._id, record.twin], [{ $oid: 'a3' }, 'a0'])
})

test('decisions run it again, and the next file has them and the options', async () => {
  const upload = await uploaded('lib.csv', latin)
  const options = { encoding: 'windows-1252', method: 'records', acceptRisk: true, id: 'isbn' }
  const id = await started({ uploads: [upload], options })
  await ended(id)
  const decisions = [
    { id1: '9780140449136', id2: '9780140449137', decision: 'different' },
    { id1: '9783499236761', id2: '9783161484100', decision: 'unsure' },
  ]
  const put = await ask('PUT', `/v1/runs/${id}/decisions`, { body: { decisions } })
  assert.equal(put.status, 202, put.text)
  const kept = await ask('GET', `/v1/runs/${id}/outputs/kept`)
  assert.equal(kept.text.split('\n').length, 6, 'the output of before')
  const run = await ended(id)
  assert.equal(run.state, 'done', JSON.stringify(run.error))
  assert.deepEqual([run.decisions, run.summary.counts.near], [2, 1])
  assert.match(run.command, / --decisions lib\.decisions\.csv /)
  const next = await uploaded('lib.csv', latin)
  const like = await ended(await started({ uploads: [next], like: id }))
  assert.deepEqual(like.options, options)
  assert.deepEqual([like.decisions, like.summary.counts.near], [2, 1])
})

test('decisions about records that are called by their place do not hold for another file', async () => {
  const rows = Array.from({ length: 8 }, (_, i) => `{"text":"${textOf(i % 6)}"}\n`).join('')
  const id = await started({ uploads: [await uploaded('rows.jsonl', rows)] })
  assert.equal((await ended(id)).summary.counts.exact, 2)
  const decisions = [{ id1: 'rows.jsonl:1', id2: 'rows.jsonl:7', decision: 'different' }]
  await ask('PUT', `/v1/runs/${id}/decisions`, { body: { decisions } })
  assert.equal((await ended(id)).summary.counts.exact, 1)
  const other = [...rows.trim().split('\n')].reverse().join('\n')
  const next = await ended(await started({ uploads: [await uploaded('rows.jsonl', other)], like: id }))
  assert.deepEqual([next.decisions, next.summary.counts.exact], [0, 2])
})

test('an upload and its runs are seen by their key and by an admin, and a reader starts none', async () => {
  const keyed = await openRunWorld({ apiKeys: 'write:a,write:b,read:r,admin:all' })
  const by =
    (key: string): Ask =>
    (method, path, asked) =>
      keyed.ask(method, path, { ...asked, headers: { ...asked?.headers, 'x-api-key': key } })
  const upload = await uploaded('list.jsonl', lines(20).join(''), by('a'))
  const id = await started({ uploads: [upload] }, by('a'))
  await ended(id, by('a'))
  for (const key of ['b', 'r']) {
    problem(await by(key)('GET', `/v1/uploads/${upload}/preview`), 'UPLOAD_NOT_FOUND', 404)
    for (const path of ['', '/outputs/kept'])
      problem(await by(key)('GET', `/v1/runs/${id}${path}`), 'RUN_NOT_FOUND', 404)
    assert.deepEqual((await by(key)('GET', '/v1/runs')).body, { runs: [] })
  }
  problem(await by('b')('POST', '/v1/runs', { body: { uploads: [upload] } }), 'UPLOAD_NOT_FOUND', 404)
  const own = await uploaded('own.jsonl', lines(20).join(''), by('b'))
  problem(await by('b')('POST', '/v1/runs', { body: { uploads: [own], like: id } }), 'RUN_NOT_FOUND', 404)
  problem(await by('b')('DELETE', `/v1/runs/${id}`), 'RUN_NOT_FOUND', 404)
  problem(await by('b')('DELETE', `/v1/uploads/${upload}`), 'UPLOAD_NOT_FOUND', 404)
  problem(
    await by('b')('PUT', `/v1/runs/${id}/decisions`, { body: { decisions: [] } }),
    'RUN_NOT_FOUND',
    404,
  )
  problem(await by('b')('PATCH', `/v1/runs/${id}`, { body: { isKept: true } }), 'RUN_NOT_FOUND', 404)
  const collection = `/v1/runs/${id}/collection`
  problem(await by('b')('POST', collection, { body: { name: 'x' } }), 'RUN_NOT_FOUND', 404)
  problem(await by('r')('POST', collection, { body: { name: 'x' } }), 'KEY_SCOPE', 403)
  problem(await by('all')('GET', '/v1/collections/x'), 'COLLECTION_NOT_FOUND', 404)
  for (const key of ['a', 'all'])
    assert.equal((await by(key)('POST', collection, { body: { name: `of-${key}` } })).status, 201)
  problem(await by('r')('POST', '/v1/uploads?name=x.csv', { type, body: 'a' }), 'KEY_SCOPE', 403)
  problem(await by('r')('POST', '/v1/runs', { body: { uploads: [upload] } }), 'KEY_SCOPE', 403)
  for (const key of ['a', 'all']) {
    assert.deepEqual(
      (await by(key)('GET', '/v1/runs')).body.runs.map((run: { id: string }) => run.id),
      [id],
    )
    assert.equal((await by(key)('GET', `/v1/runs/${id}/outputs/kept`)).status, 200)
  }
  assert.equal((await by('all')('GET', '/v1/session')).body.scope, 'admin')
})

test('a server that is opened again, or was killed, goes on with what it has; runs take turns', async () => {
  const runs = temporaryFolder()
  const open = async (options: Partial<ServerOptions> = {}) => {
    const server = await openServer({ catalogue: memoryCatalogue(), runs, logger: false, ...options })
    after(() => server.close())
    const asking: Ask = (method, path, asked) => askAt(server.url + path, method, asked)
    return { server, ask: asking }
  }
  const first = await open()
  const many = lines(3_000)
  const upload = await uploaded('many.jsonl', many.join(''), first.ask)
  const ids = [
    await started({ uploads: [upload] }, first.ask),
    await started({ uploads: [upload] }, first.ask),
  ]
  const states = () =>
    ids.map(id => JSON.parse(readFileSync(join(runs, 'runs', id, 'entry.json'), 'utf8')).state)
  while (states()[0] === 'queued') await new Promise(resolve => setTimeout(resolve, 5))
  await first.server.close()
  assert.deepEqual(states(), ['running', 'queued'])
  const second = await open()
  const digests = []
  for (const id of ids) {
    const run = await ended(id, second.ask)
    assert.equal(run.state, 'done', JSON.stringify(run.error))
    digests.push(run.summary.digest)
    assert.equal(run.summary.counts.exact, 5)
  }
  assert.equal(digests[0], digests[1])
  assert(!existsSync(join(runs, 'runs', ids[0], 'temp')))
})

test('they expire after 30 days unless they are kept, and go with all their files when deleted', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const runs = temporaryFolder()
  const open = async () => {
    const server = await openServer({ catalogue: memoryCatalogue(), runs, logger: false, now: () => now })
    const asking: Ask = (method, path, asked) => askAt(server.url + path, method, asked)
    return { server, ask: asking }
  }
  const first = await open()
  const upload = await uploaded('list.jsonl', lines(20).join(''), first.ask)
  const [old, kept] = [
    await started({ uploads: [upload] }, first.ask),
    await started({ uploads: [upload] }, first.ask),
  ]
  assert.equal((await ended(old, first.ask)).expires, '2026-01-31T00:00:00.000Z')
  await ended(kept, first.ask)
  assert.equal(
    (await first.ask('PATCH', `/v1/runs/${kept}`, { body: { isKept: true } })).body.expires,
    null,
  )
  await first.server.close()
  now += 30 * 86_400_000 - 1
  const second = await open()
  assert.equal((await second.ask('GET', '/v1/runs')).body.runs.length, 2)
  await second.server.close()
  now += 1
  const third = await open()
  after(() => third.server.close())
  assert.deepEqual(
    (await third.ask('GET', '/v1/runs')).body.runs.map((run: { id: string }) => run.id),
    [kept],
  )
  problem(await third.ask('GET', `/v1/uploads/${upload}/preview`), 'UPLOAD_NOT_FOUND', 404)
  const again = await third.ask('PUT', `/v1/runs/${kept}/decisions`, { body: { decisions: [] } })
  assert.equal(again.status, 202)
  assert.equal((await ended(kept, third.ask)).state, 'done', 'it has its files without the upload')
  assert.equal((await third.ask('DELETE', `/v1/runs/${kept}`)).status, 204)
  for (const folder of ['runs', 'uploads']) assert.deepEqual(readdirSync(join(runs, folder)), [])
})

test('too large files, and too many, are refused, and leave nothing', async () => {
  const small = await openRunWorld({ limits: { uploadBytes: 1000, storedBytes: 1500 } })
  const send = (body: string | Buffer): Promise<Answer> =>
    small.ask('POST', '/v1/uploads?name=a.txt', { type, body })
  assert.match(problem(await send('x'.repeat(1001)), 'REQUEST_TOO_LARGE', 413), /the limit `uploadBytes`/)
  assert.equal((await send('x'.repeat(1000))).status, 201)
  assert.match(problem(await send('x'.repeat(501)), 'REQUEST_TOO_LARGE', 413), /the limit `storedBytes`/)
  const pieces = async function* () {
    for (let i = 0; i < 20; i++) yield Buffer.alloc(100)
  }
  const streamed = await fetch(`${small.url}/v1/uploads?name=a.txt`, {
    method: 'POST',
    body: Readable.toWeb(Readable.from(pieces())),
    headers: { 'content-type': type },
    duplex: 'half',
  } as unknown as RequestInit)
  assert.equal(streamed.status, 413)
  assert.equal(readdirSync(join(small.runs, 'uploads')).length, 1)
})

test('a collection made from a run has its kept records under their ids, its method, options and fields', async () => {
  const options = {
    encoding: 'windows-1252',
    method: 'records',
    acceptRisk: true,
    id: 'isbn',
    text: ['title', 'author'],
  }
  const id = await started({ uploads: [await uploaded('lib.csv', latin)], options })
  await ended(id)
  const made = await ask('POST', `/v1/runs/${id}/collection`, { body: { name: 'library' } })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers.get('location'), '/v1/collections/library')
  assert.deepEqual([made.body.status, made.body.counts.added, made.body.errors], ['done', 4, []])
  assert.deepEqual((await ask('GET', '/v1/collections/library/imports')).body.items, [made.body])
  const { body } = await ask('GET', '/v1/collections/library')
  assert.deepEqual(
    [body.documents, body.options.method, body.options.text],
    [4, 'records', ['title', 'author']],
  )
  const kept = await ask('GET', '/v1/collections/library/documents/9780306406157')
  assert.equal(kept.body.document.author, 'Günter Grass')
  problem(await ask('GET', '/v1/collections/library/documents/9780140449137'), 'DOCUMENT_NOT_FOUND', 404)
  const asked = { title: 'Die Blechtrommel', author: 'Günter Grass' }
  const { matches } = (await ask('POST', '/v1/collections/library/check', { body: asked })).body
  assert.deepEqual(
    matches.map((match: { id: string }) => match.id),
    ['9780306406157'],
  )
})

test('kept records of any format become documents; one without an id has its place, one without a text is bad', async () => {
  const [text, other] = [textOf(1), textOf(2)]
  const table = [
    ['id', 'text'],
    ['a', text],
    ['b', other],
  ]
  const bodies: Readonly<Record<string, string | Buffer>> = {
    'rows.jsonl': [{ id: 7, text }, { id: 8, text: null }, { text: other }, { text }, { id: 7, text: 'x' }]
      .map(row => `${JSON.stringify(row)}\n`)
      .join(''),
    'list.json': JSON.stringify([{ text }, { text: other }]),
    'lines.txt': `${text}\n${other}\n${text}\n\\N\n`,
    words: `x ${text}\ny ${other}\n`,
    'book.xlsx': Buffer.from(workbookBytes({ sheets: { Notes: [['x']], Texts: table } })),
  }
  const makes = async (name: string, options: object, ids: readonly (string | number)[]) => {
    const id = await started({ uploads: [await uploaded(name, bodies[name])], options })
    assert.equal((await ended(id)).state, 'done', name)
    const path = `/v1/collections/of-${name}`
    const {
      status,
      text: said,
      body,
    } = await ask('POST', `/v1/runs/${id}/collection`, {
      body: { name: `of-${name}` },
    })
    assert.deepEqual([status, body.counts?.added], [201, 2], said)
    for (const [place, id] of ids.entries()) {
      const { document } = (await ask('GET', `${path}/documents/${id}`)).body
      assert.deepEqual([document.id, document.text], [id, [text, other][place]], name)
    }
    const bad = body.errors.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)
    return [body.counts.exists, ...bad]
  }
  const rows = await makes('rows.jsonl', {}, [7, 'rows.kept.jsonl:3'])
  assert.deepEqual(rows, [1, '2 TEXT_MISSING'])
  assert.deepEqual(await makes('list.json', {}, ['list.kept.json:1', 'list.kept.json:2']), [0])
  const lines = await makes('lines.txt', { nullText: ['\\N'] }, ['lines.kept.txt:1', 'lines.kept.txt:2'])
  assert.deepEqual(lines, [0, '3 TEXT_MISSING'])
  assert.deepEqual(await makes('words', { inputFormat: 'id-text' }, ['x', 'y']), [0])
  assert.deepEqual(await makes('book.xlsx', { sheet: 'Texts' }, ['a', 'b']), [0])
})

test('a collection is refused where its name is taken or the run has what no index has, and nothing is made', async () => {
  const upload = await uploaded(
    'two.jsonl',
    `{"lang":"de","text":"${textOf(1)}"}\n{"lang":"en","text":"${textOf(2)}"}\n`,
  )
  const cleaned = async (options: object) => {
    const id = await started({ uploads: [upload], options })
    await ended(id)
    return `/v1/runs/${id}/collection`
  }
  const refused = async (path: string, body: unknown = { name: 'a' }) =>
    problem(await ask('POST', path, { body }), 'OPTION_VALUE', 400)
  await ask('PUT', '/v1/collections/taken')
  const path = await cleaned({})
  assert.match(await refused(path, { name: 'taken' }), /to be that of a new collection.*take another name/)
  assert.match(await refused(path, { name: 'my list' }), /`name`/)
  assert.match(await refused(path, {}), /`name`/)
  problem(await ask('POST', path, { body: { name: 'a', threshold: 1 } }), 'OPTION_UNKNOWN', 400)
  const exact = await refused(await cleaned({ recall: 'exact' }))
  assert.match(exact, /recall to be a number.*at the options of the run.*0\.999/)
  assert.match(await refused(await cleaned({ within: 'lang' })), /without "within"/)
  assert.match(await refused(await cleaned({ html: true })), /without "html"/)
  const failed = await cleaned({ text: ['none'] })
  problem(await ask('POST', failed, { body: { name: 'a' } }), 'RUN_OUTPUT', 409)
  problem(await ask('GET', '/v1/collections/a'), 'COLLECTION_NOT_FOUND', 404)
  assert.equal((await ask('GET', '/v1/collections/taken')).body.documents, 0)
})

test('a failed run says why, in the words of all errors, and keeps no path of the server', async () => {
  const upload = await uploaded('two.csv', 'id,a,b\n1,x y,y z\n2,z w,w v\n')
  const run = await ended(await started({ uploads: [upload], options: { text: ['none'] } }))
  assert.equal(run.state, 'failed')
  assert.equal(run.error.code, 'TEXT_FIELD')
  assert(!JSON.stringify(run).includes(world.runs))
  problem(await ask('GET', `/v1/runs/${run.id}/outputs/kept`), 'RUN_OUTPUT', 409)
})

test('wrong requests are refused before anything runs', async () => {
  const upload = await uploaded('two.csv', 'id,text\n1,a b c\n')
  const refused = async (body: unknown) =>
    problem(await ask('POST', '/v1/runs', { body }), 'OPTION_VALUE', 400)
  assert.match(
    await refused({ uploads: [] }),
    /expected `uploads` to be an array of 1 to 100 items, got \[\]/,
  )
  const undecided = async (decision: object, code = 'OPTION_VALUE') =>
    problem(await ask('PUT', '/v1/runs/x/decisions', { body: { decisions: [decision] } }), code, 400)
  const pair = { id1: '1', id2: '2' }
  assert.match(
    await undecided({ ...pair, decision: 'maybe' }),
    /expected `decisions`\[0\]\.`decision` to be one of same, different, unsure, got "maybe"/,
  )
  assert.match(await undecided(pair), /expected `decisions`\[0\]\.`decision` to be one of .*, got nothing/)
  assert.match(
    await undecided({ ...pair, decision: 'same', by: 'me' }, 'OPTION_UNKNOWN'),
    /expected a field of `decisions`\[0\], got `by`/,
  )
  assert.match(
    await refused({ uploads: [upload], options: { threshold: 2 } }),
    /`threshold` to be a number/,
  )
  assert.match(await refused({ uploads: [upload, upload] }), /uploads of different names/)
  assert.match(
    await refused({ uploads: [upload], options: { method: 'records', params: { columns: 'x' } } }),
    /name=kind/,
  )
  problem(
    await ask('POST', '/v1/runs', { body: { uploads: [upload], options: { treshold: 1 } } }),
    'OPTION_UNKNOWN',
    400,
  )
  problem(await ask('POST', '/v1/runs', { body: { uploads: ['../../x'] } }), 'UPLOAD_NOT_FOUND', 404)
  problem(await ask('POST', '/v1/uploads', { type, body: 'a' }), 'OPTION_VALUE', 400)
  problem(await ask('GET', '/v1/runs/__proto__'), 'RUN_NOT_FOUND', 404)
})

test('names lose what is more than a name, and a name stays a name in every output', async () => {
  for (const [given, name] of [
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\lists\\my *new* [list].csv', 'my _new_ _list_.csv'],
    ['-o.csv', '_o.csv'],
    ['.hidden.csv', '_hidden.csv'],
    ['s3://bucket/x.csv', 'x.csv'],
    ['Größe 大.csv', 'Größe 大.csv'],
  ]) {
    const answer = await ask('POST', `/v1/uploads?name=${encodeURIComponent(given)}`, {
      type,
      body: 'id,text\n1,a\n',
    })
    assert.equal(answer.body.name, name)
    const run = await ended(await started({ uploads: [answer.body.id] }))
    assert.equal(run.state, 'done', given)
    const kept = await fetch(`${world.url}/v1/runs/${run.id}/outputs/kept`)
    assert.equal(await kept.text(), 'id,text\n1,a\n')
  }
})

test('without a place there are no such routes', async () => {
  const server = await openServer({ catalogue: memoryCatalogue() })
  after(() => server.close())
  problem(await askAt(`${server.url}/v1/runs`, 'GET'), 'ROUTE_NOT_FOUND', 404)
})
