/** A report file, opened from disk: every view, keyboard and accessibility, hostile texts, replay, review. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { builtPackage, root } from '../runtimes/build.ts'
import {
  assertAccessible,
  assertSays,
  eventually,
  inBrowser,
  looks,
  openTab,
  openView,
  settled,
  skip,
  type Tab,
} from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'nearsame-report-'))
after(() => rmSync(folder, { recursive: true }))
const launcher = join(root, 'bin/nearsame.js')

const hostile = `<script>document.title = 'owned'</script><img src=x onerror="document.title='owned'"> </textarea>
{{constructor.constructor('alert(1)')()}} <style>body{display:none}</style> &lt;b&gt; "quotes" 'too'`
const rightToLeft =
  'جسر الحجر القديم فوق النهر مغلق للإصلاح حتى يوم الاثنين كما قال مجلس المدينة هذا الصباح'
const chinese = '昨天晚上市政府宣布老石桥将关闭维修到星期一请大家绕行谢谢合作'

/** The sample of the repository, and texts that a page might trip over. */
function inputOf(): string {
  const sample = readFileSync(join(root, 'examples/sample/docs.jsonl'), 'utf8').trim().split('\n')
  const made = [
    { id: '<i>hostile</i>', text: hostile },
    { id: 'hostile 2', text: `${hostile} and more` },
    { id: 'عربي', text: rightToLeft },
    { id: 'عربي ٢', text: `${rightToLeft} أيضا` },
    { id: '中文', text: chinese },
    { id: '中文2', text: `${chinese}吧` },
    { id: 'empty', text: '…' },
    { id: 'empty too', text: '…' },
    { id: 12, text: 'a number as id, and a text as long as it must be to have shingles of five words' },
    { id: '12', text: 'a number as id, and a text as long as it must be to have shingles of five words!' },
  ]
  return [...sample, ...made.map(document => JSON.stringify(document)), 'not json'].join('\n')
}

function run(...args: string[]): { readonly counts: Record<string, number>; readonly digest: string } {
  const done = spawnSync(process.execPath, [launcher, ...args, '--json', '--force'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(done.status, 0, done.stderr)
  return JSON.parse(done.stdout)
}

const report = join(folder, 'report.html')
const address = String(pathToFileURL(report))
let summary: ReturnType<typeof run>
let tab: Tab

before(async () => {
  if (skip) return
  builtPackage()
  writeFileSync(join(folder, 'in.jsonl'), inputOf())
  summary = run(
    'dedupe',
    'in.jsonl',
    '-o',
    'kept.jsonl',
    '--report-html',
    'report.html',
    '--replay-from',
    '0.5',
  )
  tab = await openTab()
})

/** Shows a view of the report. */
const show = (hash: string, own: Tab = tab) => openView(own, `${address}${hash}`)

const views = ['overview', 'clusters', 'threshold?t=0.7', 'review', 'tuner']
const pairOf = (a: string, b: string, more = '') =>
  `#/pair?${new URLSearchParams({ a: `"${a}`, b: `"${b}` })}${more}`

for (const [name, look] of Object.entries(looks)) {
  test(`no view has a violation: ${name}`, inBrowser, async () => {
    const own = await openTab(look)
    for (const view of [
      ...views,
      pairOf('عربي', 'عربي ٢'),
      pairOf('<i>hostile</i>', 'hostile 2', '&mode=inline'),
      '/nothing',
    ]) {
      const page = await show(view.startsWith('#') ? view : `#/${view}`, own)
      await assertAccessible(page, `${view}, ${name}`)
    }
    assert.deepEqual(own.complaints, [])
    await own.page.context().close()
  })
}

test('nothing is asked from a network, and the console is empty', inBrowser, async () => {
  const own = await openTab()
  for (const view of views) await show(`#/${view}`, own)
  assert.deepEqual(new Set(own.requests.map(url => url.replace(/#.*/, ''))), new Set([address]))
  assert.deepEqual(own.complaints, [])
})

test('the overview has the figures of the run', inBrowser, async () => {
  const page = await show('#/overview')
  const figure = (name: string) =>
    page
      .locator('.figures > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
      .locator('dd')
      .innerText()
  const { counts } = summary
  assert.equal((await figure('Kept')).trim(), String(counts.kept))
  assert.equal((await figure('Removed: near')).trim(), String(counts.near))
  assert.equal((await figure('Skipped')).trim(), '1')
  await assertSays(page.locator('main'), /in\.jsonl:962/)
  await assertSays(page.locator('main'), new RegExp(summary.digest))
})

test('a document full of markup and scripts stays text', inBrowser, async () => {
  const page = await show(pairOf('<i>hostile</i>', 'hostile 2'))
  await assertSays(page.locator('.document').first(), hostile)
  await eventually(async () => assert.match(await page.title(), /^<i>hostile<\/i> and hostile 2/))
  assert.equal(await page.locator('.document script, .document img, h1 i').count(), 0)
})

test('right-to-left text runs from the right, and its id, too', inBrowser, async () => {
  const page = await show(pairOf('عربي', 'عربي ٢'))
  assert.equal(
    await page
      .locator('.document')
      .first()
      .evaluate(element => getComputedStyle(element).direction),
    'rtl',
  )
  await assertSays(page.locator('.document .only-b'), /أيضا/)
})

test('Chinese is compared by characters', inBrowser, async () => {
  const page = await show(pairOf('中文', '中文2'))
  await assertSays(page.locator('.document .only-b'), '吧')
})

test('ids 12 and "12" are two documents, and an unknown pair says so', inBrowser, async () => {
  const page = await show(`#/pair?${new URLSearchParams({ a: '#12', b: '"12' })}`)
  await assertSays(page.locator('main'), /same words in the same order/)
  await show(pairOf('no such', 'thing'))
  await assertSays(page.locator('main'), /No such pair here/)
})

test('search, filters and the chosen cluster are in the address, and back works', inBrowser, async () => {
  const page = await show('#/clusters')
  const listed = () => page.locator('p[role=status]').innerText()
  const one = page.locator('p[role=status]', { hasText: /^1 cluster\b/ })
  const all = await listed()
  await page.getByLabel('Text or id contains').fill('老石桥')
  await one.waitFor()
  await page.getByText('More filters').click()
  await page.getByLabel('Kind').selectOption('near')
  await one.waitFor()
  await page.waitForURL(/text=.*kind=near/)
  await page.getByRole('link', { name: '中文2' }).first().click()
  await page.locator('.document').first().waitFor()
  await page.goBack()
  await one.waitFor()
  const words = page.getByLabel('Text or id contains')
  await eventually(async () => assert.equal(await words.inputValue(), '老石桥'))
  await page.getByLabel('Kind').selectOption('exact')
  await page.getByText('No cluster passes these filters').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.locator('p[role=status]', { hasText: all }).waitFor()
})

test('another threshold keeps and removes what a run at this threshold does', inBrowser, async () => {
  for (const threshold of ['0.7', '0.9']) {
    // Both find their pairs by bands; with this recall neither misses any here.
    const other = run(
      'dedupe',
      'in.jsonl',
      '-o',
      'other.jsonl',
      '--threshold',
      threshold,
      '--recall',
      '0.9999',
    )
    const page = await show(`#/threshold?t=${threshold}`)
    const removed = other.counts.exact + other.counts.normalised + other.counts.near
    const figures = page.locator('.figures')
    await assertSays(figures, new RegExp(`Kept\\s+${other.counts.kept}\\b`))
    await assertSays(figures, new RegExp(`Removed\\s+${removed}\\b`))
  }
})

test('the slider moves by keys, and a click on a pair at the border opens it', inBrowser, async () => {
  const page = await show('#/threshold')
  await page.getByRole('slider').focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/t=0\.78/)
  await page.locator('section[aria-label="At the border"] a').first().click()
  await page.locator('.document').first().waitFor()
  await page.goBack()
  await page.waitForURL(/t=0\.78/)
})

test('decisions by keys, undo, and the exported file is honoured by the next run', inBrowser, async () => {
  const own = await openTab()
  const page = await show('#/review', own)
  const status = page.locator('.review-bar span[role=status]')
  await page.keyboard.press('d')
  await status.filter({ hasText: /Saved: .*different/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('s')
  await status.filter({ hasText: /Saved: .*the same/ }).waitFor()
  await page.keyboard.press('u')
  await status.filter({ hasText: /Undone/ }).waitFor()
  await assertSays(page.locator('.review-bar'), /1 decision\b/)
  await page.keyboard.press('?')
  await assertAccessible(page, 'the keys')
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  await file.saveAs(join(folder, 'decisions.csv'))
  assert.match(
    readFileSync(join(folder, 'decisions.csv'), 'utf8'),
    /^id1,id2,decision,survivor,by,at\n.*,different,,'-,20/,
  )
  const decided = run('dedupe', 'in.jsonl', '-o', 'decided.jsonl', '--decisions', 'decisions.csv')
  assert.notEqual(decided.digest, summary.digest)
  await page.reload()
  await settled(page)
  await assertSays(page.locator('.review-bar'), /1 decision\b/)
  assert.deepEqual(own.complaints, [])
})

test('pairs and match write reports, too, whose views say what they lack', inBrowser, async () => {
  run('pairs', 'in.jsonl', '-o', 'pairs.csv', '--report-html', 'pairs.html')
  run('match', 'in.jsonl', '--against', 'kept.jsonl', '-o', 'match.csv', '--report-html', 'match.html')
  const own = await openTab()
  for (const name of ['pairs.html', 'match.html']) {
    for (const view of ['overview', 'clusters', 'threshold', 'review']) {
      await own.page.goto(`${pathToFileURL(join(folder, name))}#/${view}`)
      await settled(own.page)
      await assertAccessible(own.page, `${name} ${view}`)
    }
  }
  assert.deepEqual(own.complaints, [])
})

test(
  'the overview prints dark on white without its navigation; a small run leaves nothing out',
  inBrowser,
  async () => {
    const { page } = await openTab(looks.dark)
    await page.goto(`${address}#/overview`)
    await settled(page)
    assert.equal(await page.getByText('this file leaves out').count(), 0)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('.side').isVisible(), false)
    const { color, background } = await page.locator('body').evaluate(body => {
      const { color, backgroundColor } = getComputedStyle(body)
      return { color, background: backgroundColor }
    })
    assert.match(background, /255, 255, 255/)
    assert.doesNotMatch(color, /2\d\d/)
  },
)

for (const [name, look] of Object.entries(looks)) {
  test(
    `the page of passages opens from disk, shows them as text, and asks for nothing: ${name}`,
    inBrowser,
    async () => {
      const documents = ['a', 'b', 'c'].map(id => ({ id, text: `${id} ${hostile} ${rightToLeft}` }))
      const lines = [...documents, { id: 'd', text: chinese }].map(document => JSON.stringify(document))
      writeFileSync(join(folder, 'passages.jsonl'), lines.join('\n'))
      run('passages', 'passages.jsonl', '-o', 'p.jsonl', '--least', '10', '--report-html', 'passages.html')
      const looking = await openTab(look)
      await looking.page.goto(String(pathToFileURL(join(folder, 'passages.html'))))
      await settled(looking.page)
      const { page } = looking
      assert.equal(await page.title(), 'Overview · nearsame')
      const text = await page.locator('section.document').first().innerText()
      assert.ok(text.includes("document.title = 'owned'</script><img") && text.includes('النهر'), text)
      await assertSays(page.locator('main'), /in 3 places, first in a/)
      await assertAccessible(page, `passages, ${name}`)
      assert.deepEqual([looking.complaints, looking.requests.slice(1)], [[], []])
    },
  )
}
