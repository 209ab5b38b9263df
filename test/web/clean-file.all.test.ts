/** Clean a file: from the drop to the downloaded files, whose bytes are those of the command that the page shows. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { parquetBytes } from '../cli/parquet-files.ts'
import { personDocuments } from '../golden/records/persons.ts'
import { builtPackage, root } from '../runtimes/build.ts'
import {
  assertAccessible,
  assertSays,
  eventually,
  inBrowser,
  looks,
  openTab,
  settled,
  skip,
  type Tab,
} from './browser.ts'
import { type Served, serve } from './served.ts'

const folder = mkdtempSync(join(tmpdir(), 'nearsame-clean-'))
const launcher = join(root, 'bin/nearsame.js')

let server: Served
let tab: Tab

before(async () => {
  if (skip) return
  builtPackage()
  server = await serve(join(folder, 'data'))
  tab = await openTab()
})

after(async () => {
  if (!skip) await server?.stop()
  rmSync(folder, { recursive: true })
})

function given(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** As an old spreadsheet writes it: semicolons and Latin-1. */
function libraryCsv(): string {
  const rows = [
    'Sign.;Autor;Titel;Jahr;Verlag',
    'A-1;Müller, Jörg;Die alte Brücke über den Fluß;1987;Hanser',
    'A-2;Müller, Jörg;Die alte Brücke über den Fluss;1987;Hanser',
    'A-3;Böll, Heinrich;Ansichten eines Clowns;1963;Kiepenheuer & Witsch',
    'A-4;Boell, Heinrich;Ansichten eines Clowns;1963;Kiepenheuer und Witsch',
  ]
  const names = ['Anna', 'Bernd', 'Käthe', 'Dieter', 'Jürgen', 'Gerda', 'Ilse']
  const families = ['Schäfer', 'Groß', 'Weiß', 'Vogt', 'Horn']
  const nouns = [
    'Garten',
    'Wald',
    'Mühle',
    'Straße',
    'Küste',
    'Turm',
    'Märchen',
    'Flügel',
    'Sommer',
    'Brunnen',
    'Schlüssel',
  ]
  for (let at = 0; at < 60; at++) {
    const author = `${families[at % 5]}, ${names[at % 7]}`
    const title = `${nouns[at % 11]} und ${nouns[(at * 3 + 1) % 11]} im Jahr ${at * 13}`
    rows.push(`B-${at};${author};${title};${1900 + at};${at % 2 ? 'Reclam' : 'Suhrkamp'}`)
    if (at % 6 === 0)
      rows.push(`C-${at};${author};${title.slice(1)};${1900 + at};${at % 2 ? 'Reclam' : 'Suhrkamp'}`)
  }
  return given('lib.csv', Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1'))
}

async function dropped(page: Page, path: string): Promise<void> {
  await page.goto(server.url)
  await page.getByRole('heading', { name: 'Clean a file' }).waitFor()
  const bytes = readFileSync(path).toString('base64')
  const transfer = await page.evaluateHandle(
    ([name, content]) => {
      const held = new DataTransfer()
      const file = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
      held.items.add(new File([file], name))
      return held
    },
    [basename(path), bytes],
  )
  await page.getByTestId('drop').dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await settled(page)
}

async function cleaned(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Download kept' }).waitFor()
  await settled(page)
}

async function downloaded(
  page: Page,
  button: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const button_ = page.getByRole('button', { name: button, exact: true })
  await page.locator('button.primary:enabled').first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button_.click()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Runs the command that the page shows beside the file, and compares what it writes with what the page gives. */
async function assertAsCommand(page: Page, path: string): Promise<void> {
  await page.getByText('As a command').click()
  const command = await page.locator('pre.command').innerText()
  assert.match(command, /^nearsame dedupe /)
  const own = mkdtempSync(join(folder, 'command-'))
  mkdirSync(own, { recursive: true })
  copyFileSync(path, join(own, basename(path)))
  // Decisions of people come from the page itself.
  const decisions = /--decisions (\S+)/.exec(command)?.[1]
  if (decisions !== undefined)
    writeFileSync(join(own, decisions), (await downloaded(page, 'Decisions')).bytes)
  const run = spawnSync('sh', ['-c', command.replace(/^nearsame/, '"$NODE" "$LAUNCHER"')], {
    cwd: own,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, LAUNCHER: launcher },
  })
  assert.equal(run.status, 0, run.stderr)
  for (const button of ['Download kept', 'Download removed']) {
    const { name, bytes } = await downloaded(page, button)
    assert(bytes.equals(readFileSync(join(own, name))), `${button}: ${name}`)
  }
}

test(
  'a list with semicolons in Latin-1: guessed, compared by columns, as the command',
  inBrowser,
  async () => {
    const { page } = tab
    const path = libraryCsv()
    await dropped(page, path)
    assert.equal(await page.getByLabel('Separator').inputValue(), ';')
    assert.equal(await page.getByLabel('Encoding').inputValue(), 'windows-1252')
    await page.getByText('they are compared column by column').waitFor()
    await page.getByRole('cell', { name: 'Müller, Jörg' }).first().waitFor()
    await page.getByText('names the rows').waitFor()
    await cleaned(page)
    await assertSays(page.locator('.said'), /^74 rows; 1\d are copies \(1\d %\); 6\d are kept\./)
    await assertAsCommand(page, path)
  },
)

test('a decision changes the result, is learnt from, and is one of the command', inBrowser, async () => {
  const { page } = tab
  const path = join(folder, 'lib.csv')
  const said = page.locator('.said')
  const kept = async () => Number(/; (\d+) (is|are) kept/.exec(await said.innerText())?.[1])
  const before = await kept()
  await page.getByRole('option', { name: /A-1, A-2/ }).click()
  await page.getByRole('table').getByText('ß', { exact: true }).waitFor()
  await page.keyboard.press('d')
  // The result counts again from then on.
  await page.getByText('1 decision').waitFor()
  await page.getByText('Counting again').waitFor({ state: 'detached' })
  assert((await kept()) > before, `${await kept()} of ${before}`)
  await page
    .getByRole('option', { name: /A-1, A-2/ })
    .getByText('no copy')
    .waitFor()
  await page.getByText('similar pairs are judged again').waitFor()
  await page.reload()
  await settled(page)
  await page.getByText('1 decision').waitFor()
  await assertAsCommand(page, path)
  const { bytes } = await downloaded(page, 'Download kept')
  assert.match(bytes.toString('latin1'), /A-1;[\s\S]*A-2;/)
})

test(
  'next month’s file has the settings and decisions, and formulas are safe for a spreadsheet',
  inBrowser,
  async () => {
    const { page } = tab
    const [head, first, second, ...rest] = readFileSync(join(folder, 'lib.csv'), 'latin1')
      .trim()
      .split('\r\n')
    const formula = 'F-1;=HYPERLINK("http://example.org");Ein Buch aus einem fremden Land;1999;Horn'
    const rows = [head, first, second, formula, ...rest.slice(0, 30)]
    const path = given('lib-next.csv', Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1'))
    const before = page.url()
    await page.getByText('Next month’s file').click()
    await page.locator('[data-testid=drop] input').setInputFiles(path)
    await page.waitForURL(url => url.href !== before)
    await page.getByRole('heading', { name: 'lib-next.csv' }).waitFor()
    await page.getByRole('button', { name: 'Download kept' }).waitFor()
    await settled(page)
    await page.getByText('1 decision').waitFor()
    const { name, bytes } = await downloaded(page, 'Download kept')
    assert.equal(name, 'lib-next.kept.csv')
    assert.match(bytes.toString('latin1'), /A-1;[\s\S]*A-2;/)
    assert.match(bytes.toString('latin1'), /\nF-1;"?'=HYPERLINK/)
    await assertAsCommand(page, path)
    await assertSays(page.locator('pre.command'), /--spreadsheet-safe/)
  },
)

test('a list of which more than a third are copies asks before it goes on', inBrowser, async () => {
  const { page } = tab
  const rows = ['Anna Berger;Kiel', 'Bernd Vogt;Mainz', 'Clara Horn;Trier'].flatMap((row, at) => [
    `${2 * at};${row}`,
    `${2 * at + 1};${row.replace('r', 'rr')}`,
  ])
  const path = given('couples.csv', `nr;name;town\n${rows.join('\n')}\n`)
  await dropped(page, path)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('More than a third of the rows would be removed').waitFor()
  await assertAccessible(page, 'many copies')
  await page.getByRole('button', { name: 'Go on all the same' }).click()
  await page.getByRole('button', { name: 'Download kept' }).waitFor()
  await page.getByText('As a command').click()
  await assertSays(page.locator('pre.command'), /--accept-risk/)
})

test(
  'rows that cannot be read are left out when the person says so, and offered as a file',
  inBrowser,
  async () => {
    const { page } = tab
    const rows = Array.from({ length: 40 }, (_, at) => `${at},Anna ${at * 7} Berger,Kiel ${at * 13}`)
    const path = given('ragged.csv', `nr,name,town\n${rows.join('\n')}\n41,Bernd\n`)
    await dropped(page, path)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('1 of the first 41 rows cannot be read. Leave out every such row?').waitFor()
    await page
      .getByText('The first: expected 3 fields, as in the header, got 2, at ragged.csv:41.')
      .waitFor()
    await assertAccessible(page, 'rows that cannot be read')
    await page.getByRole('button', { name: 'Leave them out' }).click()
    await page.getByText('1 row could not be read and is left out.').waitFor()
    const bad = await downloaded(page, 'Rows that could not be read')
    assert.match(bad.bytes.toString(), /41,Bernd/)
    await assertAsCommand(page, path)
  },
)

test(
  'files of nothing, of one row and of equal rows have a result in a sentence that is true',
  inBrowser,
  async () => {
    const { page } = tab
    const head = 'name,town\n'
    const row = 'Anna Berger,Kiel\n'
    const person = { name: 'Anna Berger', town: 'Kiel', phones: [12, 34] }
    // File, content, what is proposed, the result, and the merged rows.
    const results: readonly (readonly [string, string, RegExp, RegExp, string])[] = [
      ['empty.csv', '', /no rows/, /^0 rows: there is nothing to compare\.$/, ''],
      ['head.csv', head, /no rows/, /^0 rows: there is nothing to compare\.$/, ''],
      ['one.csv', head + row, /One row/, /^1 row; none is a copy of another\.$/, head + row],
      [
        'equal.csv',
        head + row.repeat(30),
        /column by column/,
        /^30 rows; 29 are copies \(97 %\); 1 is kept\.$/,
        head + row,
      ],
      [
        'list.json',
        JSON.stringify([person, person]),
        /column by column/,
        /^2 rows; 1 is a copy \(50 %\); 1 is kept\.$/,
        `${JSON.stringify(person)}\n`,
      ],
    ]
    for (const [name, content, proposed, result, merged] of results) {
      const path = given(name, content)
      await dropped(page, path)
      await assertSays(page.locator('.said'), proposed)
      await cleaned(page)
      await assertAsCommand(page, path)
      await assertSays(page.locator('.said'), result)
      assert.equal((await downloaded(page, 'One merged row a cluster')).bytes.toString(), merged)
    }
    await page.getByText('Every copy has the same words as its twin.').waitFor()
  },
)

test(
  'a file whose name says another format, and a reading that fails, have a way on',
  inBrowser,
  async () => {
    const { page } = tab
    const path = given('list.xlsx', readFileSync(join(folder, 'couples.csv')))
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Clean a file' }).waitFor()
    await page.locator('[data-testid=drop] input').setInputFiles(path)
    await page.getByText('no zip archive, which a workbook is').waitFor()
    await assertAccessible(page, 'another format')
    await page.getByLabel('Format').selectOption('csv')
    await page.getByText('they are compared column by column').waitFor()
    assert.equal(await page.getByLabel('Separator').inputValue(), ';')
    await page.getByLabel('Format').selectOption('json')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Read it as guessed' }).click()
    await page.getByText('no zip archive, which a workbook is').waitFor()
    await dropped(page, join(folder, 'couples.csv'))
    for (const column of ['name', 'town'])
      await page.getByLabel(`What ${column} is`).selectOption('left out')
    await page.getByText('Every column is left out').waitFor()
    await page.getByRole('button', { name: 'Continue', disabled: true }).waitFor()
  },
)

test('the sample: documents compared by their words, in one sentence', inBrowser, async () => {
  const { page } = tab
  const path = join(root, 'examples/sample/docs.jsonl')
  await dropped(page, path)
  await page.getByText('These are texts').waitFor()
  await cleaned(page)
  await assertSays(page.locator('.said'), '951 documents; 307 are copies (32 %); 644 are kept.')
  await page.locator('.document .only-a').first().waitFor()
  await assertAsCommand(page, path)
})

test('Parquet stays Parquet', inBrowser, async () => {
  const { documents } = personDocuments(60)
  const rows = documents as readonly Record<string, unknown>[]
  const names = Object.keys(rows[0])
  const columns = names.map(name => ({ name, data: rows.map(row => String(row[name] ?? '')) }))
  const path = given('people.parquet', parquetBytes(columns))
  const { page } = tab
  await dropped(page, path)
  await cleaned(page)
  await assertAsCommand(page, path)
  assert.equal((await downloaded(page, 'Download kept')).bytes.subarray(0, 4).toString(), 'PAR1')
})

test('a workbook stays a workbook', inBrowser, async () => {
  const path = given('book.xlsx', readFileSync(join(root, 'test/vectors/xlsx/openpyxl.xlsx')))
  const { page } = tab
  await dropped(page, path)
  await page.locator('.tag', { hasText: 'xlsx' }).waitFor()
  await cleaned(page)
  await assertAsCommand(page, path)
  const { name, bytes } = await downloaded(page, 'Download kept')
  assert.match(name, /\.xlsx$/)
  assert.equal(bytes.subarray(0, 2).toString(), 'PK')
})

test('100,000 rows', inBrowser, async () => {
  const words = (at: number) =>
    Array.from({ length: 12 }, (_, place) => `w${(at * 7919 + place * 104_729) % 999_983}`)
  const row = (at: number) => `${at},${words(at % 3 === 0 ? at - 1 : at).join(' ')}`
  const path = given(
    'large.csv',
    `id,text\n${Array.from({ length: 100_000 }, (_, at) => row(at)).join('\n')}\n`,
  )
  const { page } = tab
  await dropped(page, path)
  await cleaned(page)
  await assertSays(page.locator('.said'), /^100,000 rows; 33,333 are copies \(33 %\); 66,667 are kept\.$/)
  await assertAsCommand(page, path)
})

test(
  'the columns can be changed: separator, what a column is, what names the rows',
  inBrowser,
  async () => {
    const { page } = tab
    await dropped(page, join(folder, 'lib.csv'))
    await page.getByLabel('Separator').selectOption(',')
    await page
      .getByText('None of the 74 rows can be read: expected 1 field, as in the header, got 2')
      .waitFor()
    assert.match(page.url(), /delimiter=/)
    await page.getByLabel('Separator').selectOption(';')
    await page.getByLabel('What Verlag is').selectOption('left out')
    await page.getByLabel('What Jahr is').selectOption('code')
    await cleaned(page)
    await page.getByText('As a command').click()
    const command = await page.locator('pre.command').innerText()
    assert.match(command, /--text Autor,Titel,Jahr/)
    assert.match(command, /Jahr=code/)
  },
)

test(
  'an import of which every row was refused is red, says why, and offers the columns',
  inBrowser,
  async () => {
    const { page } = tab
    await fetch(`${server.url}/v1/collections/books`, { method: 'PUT' })
    const path = given('books.csv', 'Autor,Titel\nBöll,Ansichten eines Clowns\nSeghers,Das siebte Kreuz\n')
    await page.goto(`${server.url}/#/c/books/imports`)
    await page.getByLabel('Drop a file here').setInputFiles(path)
    await page.getByText('All 2 rows were refused: expected a text in "text", got none.').waitFor()
    await page.locator('.tag.removed', { hasText: 'nothing added' }).waitFor()
    await assertAccessible(page, 'a refused import')
    await page.getByRole('button', { name: 'Titel' }).click()
    await page.locator('.tag.kept', { hasText: 'done' }).waitFor()
    await assertSays(page.locator('main'), /2 added/)
  },
)

test('a collection is made of the kept rows, under a name of its own', inBrowser, async () => {
  const { page } = tab
  const path = given('Bücher 2.csv', readFileSync(join(folder, 'lib.csv')))
  await dropped(page, path)
  await cleaned(page)
  const kept = Number(/; (\d+) are kept/.exec(await page.locator('.said').innerText())?.[1])
  await page.getByText('A collection', { exact: true }).click()
  const name = page.getByLabel('Name', { exact: true })
  await eventually(async () => assert.equal(await name.inputValue(), 'Bucher-2'))
  await assertAccessible(page, 'a collection of the kept rows')
  const make = page.getByRole('button', { name: 'Make a collection of it' })
  await name.fill('books')
  await make.click()
  await page.getByText('to be that of a new collection').waitFor()
  await name.fill('my books')
  await page.getByRole('button', { name: 'Use my-books' }).click()
  await make.click()
  await page.getByText('done', { exact: true }).waitFor()
  await assertSays(page.locator('main'), new RegExp(`${kept} added`))
  const { documents, options } = await (await fetch(`${server.url}/v1/collections/my-books`)).json()
  assert.deepEqual([documents, options.method], [kept, 'records'])
})

test('a run survives a restart, is listed, kept, and deleted by a button', inBrowser, async () => {
  const { page } = tab
  await server.stop()
  await server.start()
  await page.goto(`${server.url}/`)
  const row = page.getByRole('row', { name: /people\.parquet/ })
  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Download kept' }).waitFor()
  await page.getByRole('button', { name: 'Keep on the server' }).click()
  await page.getByRole('button', { name: 'Kept on the server' }).waitFor()
  await page.goto(`${server.url}/`)
  await row.getByText('you delete it').waitFor()
  await row.getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
})

test('a decision made while the one before is being sent is counted, too', inBrowser, async () => {
  const { page } = await openTab()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Try it with a sample' }).click()
  await cleaned(page)
  const saved = Promise.withResolvers<void>()
  const path = /runs\/[^/]+\/decisions$/
  await page.route(
    path,
    async route => {
      await saved.promise
      await route.continue()
    },
    { times: 1 },
  )
  const sent = page.waitForRequest(path)
  await page.keyboard.press('s')
  await sent
  await page.keyboard.press('d')
  await page.getByText('2 decisions').waitFor()
  saved.resolve()
  await page.getByText('Counting again').waitFor({ state: 'detached' })
  const { decisions } = await (
    await fetch(`${server.url}/v1${new URL(page.url()).hash.slice(1).replace('run', 'runs')}`)
  ).json()
  assert.equal(decisions, 2)
})

/** How many decisions the server has about the run of a page. */
async function decisionsOnServer(page: Page): Promise<number> {
  const id = new URL(page.url()).hash.replace('#/run/', '')
  return (await (await fetch(`${server.url}/v1/runs/${id}`)).json()).decisions
}

test('decisions of two tabs about one file all count', inBrowser, async () => {
  const { page } = await openTab()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Try it with a sample' }).click()
  await cleaned(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Download kept' }).waitFor()
  await settled(other)
  await page.keyboard.press('s')
  await eventually(async () => assert.equal(await decisionsOnServer(page), 1))
  await other.bringToFront()
  await other.getByRole('button', { name: 'Next' }).click()
  await other.getByText('Pair 2 of').waitFor()
  await other.keyboard.press('d')
  await eventually(async () => assert.equal(await decisionsOnServer(page), 2))
  await other.getByText('2 decisions').waitFor()
})

test('a decision made while the server cannot be reached stays, and is sent again', inBrowser, async () => {
  const { page } = await openTab()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Try it with a sample' }).click()
  await cleaned(page)
  const everyCall = /\/v1\//
  await page.route(everyCall, route => route.abort())
  await page.keyboard.press('s')
  await page.getByText('No connection').waitFor()
  await page.getByText('1 decision').waitFor()
  await page.unroute(everyCall)
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(async () => assert.equal(await decisionsOnServer(page), 1))
  await page.getByText('No connection').waitFor({ state: 'detached' })
})

test('rows named by their file keep their names apart on a phone', inBrowser, async () => {
  const { page } = await openTab(looks.phone)
  const words = (seed: number) =>
    Array.from({ length: 8 }, (_, at) => `w${(seed * 7919 + at * 104729) % 9973}`)
  const titles = Array.from({ length: 60 }, (_, at) => words(at)).flatMap(title => [
    title.join(' '),
    title.with(3, 'another').join(' '),
  ])
  await dropped(page, given('headlines of the year.csv', `headline\n${titles.join('\n')}\n`))
  await cleaned(page)
  const names = page.locator('table.two-rows thead th .id')
  await names.nth(1).waitFor()
  const [first, second] = await names.evaluateAll(elements =>
    elements.map(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    }),
  )
  assert(first.right <= second.left, `${first.right} ${second.left}`)
})

/** Number of lines that each of these takes. */
function linesOf(page: Page, selector: string): Promise<number[]> {
  return page.locator(selector).evaluateAll(elements =>
    elements.map(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )
}

for (const [name, look] of Object.entries(looks)) {
  test(`no step has a violation: ${name}`, inBrowser, async () => {
    const own = await openTab(look)
    const { page } = own
    await page.goto(server.url)
    await assertAccessible(page, `home, ${name}`)
    await page.getByRole('button', { name: 'Try it with a sample' }).click()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await page.getByText('Why, and how else').click()
    await assertAccessible(page, `columns, ${name}`)
    await cleaned(page)
    await eventually(async () =>
      assert.deepEqual(new Set(await linesOf(page, '.two-rows th[scope=row]')), new Set([1])),
    )
    for (const details of ['As a command', 'Next month']) await page.getByText(details).click()
    await assertAccessible(page, `result, ${name}`)
    await page.getByRole('button', { name: 'Same', exact: true }).click()
    await page.getByText('1 decision').waitFor()
    await assertAccessible(page, `decided, ${name}`)
    await page.getByRole('link', { name: 'See all clusters' }).click()
    await page.getByRole('heading', { name: 'Clusters', exact: true }).waitFor()
    await assertAccessible(page, `clusters of a run, ${name}`)
    await page.goto(`${server.url}/#/run/no-such-run`)
    await assertAccessible(page, `no run, ${name}`)
    assert.deepEqual(
      own.complaints.filter(text => !/^Failed to load resource/.test(text)),
      [],
    )
  })
}
