/** A data directory: names, the lock, its contents after opening again, and every refusal. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { noChanges, StoreWorld } from '../../../../test/conformance/store-world.ts'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { openIndex } from '../../index/text-index.ts'
import { openDataDirectory } from './data-directory.ts'
import { folderName, nameOfFolder } from './folder.ts'

const root = temporaryFolder()
const header = { format: 1, agree: 1, options: { threshold: 0.8 } }
const world = new StoreWorld(1)
let places = 0
const place = () => join(root, `data-${++places}`)

test('collections are listed by name, with their time of creation, once they are opened', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path, { now: () => 1234 })
  const names = ['b', 'News.2024', 'a', 'A', 'con']
  for (const name of names) await catalogue.store(name).open(header)
  catalogue.store('never-opened')
  const wanted = [...names].sort().map(name => ({ name, createdAt: 1234 }))
  assert.deepEqual(await catalogue.list(), wanted)
  for (const entry of wanted) assert.deepEqual(await catalogue.find(entry.name), entry)
  for (const name of ['never-opened', 'CON', '', '..', 'a/../../c-a']) {
    assert.equal(await catalogue.find(name), undefined, name)
  }
  await catalogue.ping()
  await catalogue.close()
  const again = await openDataDirectory(path)
  assert.deepEqual(await again.list(), wanted)
  await again.close()
})

test('folder names differ on case-insensitive file systems, and give back the names', () => {
  assert.equal(folderName('News.2024'), 'c-+news+02024')
  const names = ['a', 'A', 'a.', 'a.0', 'a0', 'aux', '0', 'x'.repeat(64), 'Z-_.9']
  const folders = names.map(folderName)
  assert.equal(new Set(folders.map(folder => folder.toLowerCase())).size, names.length)
  assert.deepEqual(folders.map(nameOfFolder), names)
  for (const folder of folders) assert.match(folder, /^c-[a-z0-9_+-]+$/)
  for (const other of ['a', 'c-A', '.new-x', 'lock.sqlite']) assert.equal(nameOfFolder(other), undefined)
})

test('a name that could be a path is refused', async () => {
  const catalogue = await openDataDirectory(place())
  for (const name of ['', '..', '../x', 'a/b', 'a\\b', '.hidden', 'a\u0000', 'x'.repeat(65), 'ä', 'c:']) {
    assert.throws(() => catalogue.store(name), { code: 'OPTION_VALUE' })
  }
  await catalogue.close()
})

test('a second opener, in this process or another, is refused until the first is gone', async () => {
  const path = place()
  const script = `
    import { openDataDirectory } from ${JSON.stringify(new URL('./data-directory.ts', import.meta.url).href)}
    await openDataDirectory(process.argv[1])
    process.stdout.write('open')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path])
  await once(child.stdout, 'data')
  const refusal = {
    code: 'STORE_LOCKED',
    message: `STORE_LOCKED: expected a data directory that no other process holds, got one in use, at ${path}. To fix: stop the server or command that holds it, or send your request to it.`,
  }
  await assert.rejects(openDataDirectory(path), refusal)
  child.kill('SIGKILL')
  await once(child, 'close')
  const catalogue = await openDataDirectory(path)
  await assert.rejects(openDataDirectory(path), refusal)
  await catalogue.close()
  await (await openDataDirectory(path)).close()
})

test('stores of one name share the open collection, and the last one closes it', async () => {
  const catalogue = await openDataDirectory(place())
  const [first, second] = [catalogue.store('x'), catalogue.store('x')]
  await Promise.all([first.open(header), second.open({ ...header, agree: 5 })])
  await first.write(writer =>
    writer.apply({ ...noChanges, added: [world.document(1, 1, '"a"')], newClusters: 1 }),
  )
  assert.deepEqual(await second.numbersOf(['"a"']), [1])
  await first.close()
  await first.close()
  assert.deepEqual(await second.list(0, 9), [1])
  await assert.rejects(first.list(0, 9), { code: 'STORE_UNAVAILABLE' })
  await second.close()
  assert.deepEqual(await second.open(header), header)
  assert.deepEqual(await second.list(0, 9), [1])
  await catalogue.close()
  await assert.rejects(second.counts(), { code: 'STORE_UNAVAILABLE' })
  await assert.rejects(catalogue.ping(), { code: 'STORE_UNAVAILABLE' })
  await assert.rejects(catalogue.store('y').open(header), { code: 'STORE_UNAVAILABLE' })
})

test('dropping a collection leaves no file, and its other users get an error', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const [first, second] = [catalogue.store('x'), catalogue.store('x')]
  await first.open(header)
  await second.open(header)
  await first.drop()
  assert.deepEqual(readdirSync(path), ['lock.sqlite'])
  await assert.rejects(second.list(0, 1), { code: 'STORE_UNAVAILABLE' })
  assert.deepEqual(await catalogue.list(), [])
  await catalogue.close()
})

test('a damaged collection can be dropped without opening it', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store('x')
  await store.open(header)
  await store.close()
  writeFileSync(join(path, 'c-x', 'store.sqlite'), 'garbage '.repeat(1000))
  await assert.rejects(store.open(header), { code: 'STORE_CORRUPT' })
  await store.drop()
  assert.deepEqual(readdirSync(path), ['lock.sqlite'])
  await store.drop()
  await store.open(header)
  await catalogue.close()
})

test('a folder that disappears while the collections are listed is left out', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  symlinkSync(join(path, 'gone'), join(path, 'c-going'))
  assert.deepEqual(await catalogue.list(), [])
  await catalogue.close()
})

test('half-made and half-removed folders are deleted', async () => {
  const path = place()
  mkdirSync(join(path, '.new-abc'), { recursive: true })
  mkdirSync(join(path, '.dropped-abc', 'collection'), { recursive: true })
  writeFileSync(join(path, '.dropped-abc', 'collection', 'store.sqlite'), 'x')
  const catalogue = await openDataDirectory(path)
  assert.deepEqual(readdirSync(path), ['lock.sqlite'])
  await catalogue.close()
})

test('a damaged lock is truncated and still keeps others out', async () => {
  const path = place()
  mkdirSync(path)
  const database = new DatabaseSync(join(path, 'lock.sqlite'))
  database.exec('PRAGMA user_version = 1')
  database.close()
  const file = join(path, 'lock.sqlite')
  const damages = [() => truncateSync(file, 1000), () => writeFileSync(file, 'text '.repeat(1000))]
  for (const damage of damages) {
    damage()
    const catalogue = await openDataDirectory(path)
    await assert.rejects(openDataDirectory(path), { code: 'STORE_LOCKED' })
    await catalogue.close()
  }
})

test('a path that cannot be a data directory is refused', async () => {
  const file = join(root, 'file')
  writeFileSync(file, 'text')
  const beneath = join(root, 'none', 'data')
  await assert.rejects(openDataDirectory(beneath), {
    code: 'OUTPUT_DIRECTORY',
    message: `OUTPUT_DIRECTORY: expected a data directory, or an existing directory to create it in, got no directory ${join(root, 'none')}, at ${beneath}. To fix: name another path, or create the parent directory.`,
  })
  assert(!existsSync(join(root, 'none')))
  await assert.rejects(openDataDirectory(file), { code: 'OUTPUT_DIRECTORY' })
  await assert.rejects(openDataDirectory(join(file, 'data')), { code: 'OUTPUT_DIRECTORY' })
})

test('wrong paths and wrong options are refused with a message', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the test makes calls that the types forbid
  const open = openDataDirectory as any
  for (const path of [5, undefined, null, 'a\0b', Symbol('s'), Buffer.from('a')])
    await assert.rejects(
      open(path),
      /^NearsameError: OPTION_VALUE: expected path to be the path of a directory/,
    )
  await assert.rejects(open(place(), null), /OPTION_VALUE: expected options to be an object, got null/)
  await assert.rejects(open(place(), { now: 5 }), /OPTION_VALUE: expected now to be a function, got 5/)
  await assert.rejects(open(place(), { reprt: 5 }), /OPTION_UNKNOWN: .* To fix: write report/)
})

test('a process without permission gets an error that says so', async () => {
  const existing = place()
  mkdirSync(existing)
  const refusal = (path: string, ...permissions: string[]) => {
    const module = JSON.stringify(new URL('./data-directory.ts', import.meta.url))
    const code = `import { openDataDirectory } from ${module}
      await openDataDirectory(${JSON.stringify(path)}).catch(error => console.log(error.message))`
    const flags = ['--permission', ...permissions, '--input-type=module']
    return spawnSync(process.execPath, [...flags, '-e', code], { encoding: 'utf8' }).stdout
  }
  const words =
    'STORE_UNAVAILABLE: expected a readable and writable data directory, ' +
    'got ERR_ACCESS_DENIED (Access to this API has been restricted'
  for (const path of [place(), existing]) assert(refusal(path, '--allow-fs-read=*').startsWith(words), path)
  const own = fileURLToPath(new URL('../../..', import.meta.url))
  const said = refusal(existing, `--allow-fs-read=${own}`, '--allow-fs-write=*')
  assert(said.startsWith(words), said)
})

test('a collection of a later format, of another program, or without its database is refused', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store('x')
  await store.open(header)
  await store.close()
  const file = join(path, 'c-x', 'store.sqlite')
  const change = (sql: string) => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }
  change('PRAGMA user_version = 2')
  await assert.rejects(store.open(header), {
    code: 'STORE_FORMAT',
    message: `STORE_FORMAT: expected a collection of format 1, got format 2, at ${file}. To fix: use a later version of nearsame.`,
  })
  change('PRAGMA user_version = 1; PRAGMA application_id = 7')
  await assert.rejects(store.open(header), { code: 'STORE_CORRUPT' })
  rmSync(file)
  await assert.rejects(store.open(header), { code: 'STORE_CORRUPT' })
  assert(!existsSync(file))
  assert.equal((await catalogue.list()).length, 1)
  await catalogue.close()
})

test('a collection with impossible counters is refused at opening', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store('x')
  await store.open(header)
  await store.write(writer =>
    writer.apply({ ...noChanges, added: [world.document(1, 1, '"a"')], newClusters: 1 }),
  )
  const refusal = { code: 'STORE_CORRUPT', message: /got damaged counters/ }
  for (const [damage, repair] of [
    ['document = -2', 'document = 2'],
    ['cluster = -1', 'cluster = 2'],
    ["documents = 'x'", 'documents = 1'],
  ]) {
    await store.close()
    const database = new DatabaseSync(join(path, 'c-x', 'store.sqlite'))
    database.exec(`UPDATE counters SET ${damage}`)
    await assert.rejects(store.open(header), refusal)
    database.exec(`UPDATE counters SET ${repair}`)
    database.close()
    await store.open(header)
  }
  await catalogue.close()
})

test('a collection with a second row of header or counters is refused at opening', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store('x')
  for (const [table, got] of [
    ['header', '2 headers'],
    ['counters', 'damaged counters'],
  ]) {
    await store.open(header)
    await store.close()
    const database = new DatabaseSync(join(path, 'c-x', 'store.sqlite'))
    database.exec(`INSERT INTO ${table} SELECT * FROM ${table}`)
    await assert.rejects(store.open(header), { code: 'STORE_CORRUPT', message: new RegExp(`got ${got}`) })
    database.exec(`DELETE FROM ${table} WHERE rowid > 1`)
    database.close()
  }
  await catalogue.close()
})

test('a collection whose folder was removed accepts no writes, and ping fails', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const [gone, stays] = [catalogue.store('gone'), catalogue.store('stays')]
  await gone.open(header)
  await stays.open(header)
  const add = (store: typeof gone) =>
    store.write(writer =>
      writer.apply({ ...noChanges, added: [world.document(1, 1, '"a"')], newClusters: 1 }),
    )
  await catalogue.ping()
  rmSync(join(path, 'c-gone'), { recursive: true })
  const refusal = {
    code: 'STORE_UNAVAILABLE',
    message: /got no such file any more, at .*c-gone.store\.sqlite/,
  }
  await assert.rejects(add(gone), refusal)
  await assert.rejects(catalogue.ping(), refusal)
  await add(stays)
  await gone.drop()
  await catalogue.ping()
  await gone.open(header)
  await add(gone)
  assert.deepEqual(await gone.numbersOf(['"a"']), [1])
  await catalogue.close()
})

/** Replaces an open directory of one empty collection by a copy. */
async function replaced(files: string) {
  const path = place()
  const made = await openDataDirectory(path)
  await made.store('x').open(header)
  await made.close()
  const copy = place()
  cpSync(path, copy, { recursive: true })
  const catalogue = await openDataDirectory(path)
  const store = catalogue.store('x')
  await store.open(header)
  rmSync(join(path, files), { recursive: true })
  cpSync(join(copy, files), join(path, files), { recursive: true })
  return { path, catalogue, store }
}

test('a directory or lock replaced by a copy accepts no writes, and ping fails', async () => {
  for (const [files, named] of [
    ['.', /store\.sqlite/],
    ['c-x', /store\.sqlite/],
    ['lock.sqlite', /lock\.sqlite/],
  ] as const) {
    const { catalogue, store, path } = await replaced(files)
    const refusal = { code: 'STORE_UNAVAILABLE', message: named }
    await assert.rejects(
      store.write(writer =>
        writer.apply({ ...noChanges, added: [world.document(1, 1, '"a"')], newClusters: 1 }),
      ),
      refusal,
    )
    await assert.rejects(store.compact(), refusal)
    await assert.rejects(catalogue.ping(), refusal)
    if (files !== 'c-x') await assert.rejects(catalogue.store('y').open(header), { code: refusal.code })
    await catalogue.close()
    const again = await openDataDirectory(path)
    await again.store('x').open(header)
    await again.ping()
    await again.close()
  }
})

test('a copy that SQLite made while the directory was open takes writes, also without a log', async () => {
  const path = place()
  const catalogue = await openDataDirectory(path)
  const index = await openIndex(catalogue.store('a'), { threshold: 0.5 })
  const text = 'seven words that no other text has'
  await index.add({ id: 1, text })
  for (const [kind, statement] of [
    ['delete', (to: string) => `VACUUM INTO '${to}'`],
    ['wal', undefined],
  ] as const) {
    const copy = place()
    const from = join(path, 'c-a/store.sqlite')
    const to = join(copy, 'c-a/store.sqlite')
    cpSync(join(path, 'c-a/collection.json'), join(copy, 'c-a/collection.json'))
    const source = new DatabaseSync(from)
    if (statement === undefined) await backup(source, to)
    else source.exec(statement(to))
    source.close()
    const made = new DatabaseSync(to)
    assert.deepEqual({ ...made.prepare('PRAGMA journal_mode').get() }, { journal_mode: kind })
    made.close()
    const restored = await openDataDirectory(copy)
    const again = await openIndex(restored.store('a'))
    assert.equal((await again.add({ id: 2, text: `${text} today` })).matches.length, 1)
    assert.equal((await again.check(text)).length, 2)
    await again.close()
    await restored.close()
  }
  await index.close()
  await catalogue.close()
})
