/**
 * Files of a collection that are damaged, missing, or older than the others: repaired or refused, never
 * believed.
 */
import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { isNearsameError } from '../../src/ground/errors/nearsame-error.ts'
import type { Store } from '../../src/online/store/store.ts'
import { randomFrom } from '../conformance/store-world.ts'
import { runs } from '../ground/runs.ts'
import {
  assertRightOrRefused,
  copyOf,
  folderOf,
  opened,
  problemsOf,
  root,
  snapshots,
  steps,
  whole,
} from './sqlite-copies.ts'

/** Checks that all documents read as they were given, each found by its name and by its own postings. */
async function assertHolds(store: Store): Promise<void> {
  const numbers = steps.model.numbers()
  assert.deepEqual(await store.list(0, 10_000), numbers)
  for (const number of numbers) {
    const [document] = await store.documents([number], { body: true })
    const wanted = steps.model.documents.get(number)
    assert.deepEqual({ ...document, body: '' }, { ...wanted, body: '' })
    assert(Buffer.from(document?.body ?? []).equals(wanted?.body ?? new Uint8Array()))
    assert.deepEqual(await store.numbersOf([wanted?.name ?? '']), [number])
    const [candidates] = await store.candidates([wanted?.sketch.postings ?? new Uint32Array()])
    assert(candidates.includes(number) && candidates.every(number => steps.model.documents.has(number)))
  }
}

const damages: readonly { readonly what: string; readonly said: RegExp; damage(file: string): void }[] = [
  {
    what: 'truncated',
    said: /^it has \d+ bytes, not \d+; it was rebuilt from the documents$/,
    damage: file => truncateSync(file, 1000),
  },
  { what: 'empty', said: /^it has 0 bytes/, damage: file => truncateSync(file, 0) },
  { what: 'missing', said: /^it is missing;/, damage: file => rmSync(file) },
  {
    what: 'of flipped bits',
    said: /^its bytes have changed since they were written;/,
    damage: file => flip(file, 5000, 4),
  },
  {
    what: 'of another collection',
    said: /^its bytes have changed since they were written;/,
    damage: file => flip(file, 30, 1),
  },
]

for (const { what, said, damage } of damages) {
  test(`a snapshot that is ${what} is rebuilt, which is reported once`, async () => {
    const path = copyOf(whole)
    const [file] = snapshots(path)
    damage(file)
    await opened(path, async (store, told) => {
      await assertHolds(store)
      assert.equal(told.length, 1)
      assert.equal(join(folderOf(path), told[0].where), file)
      assert.match(told[0].problem, said)
      assert.deepEqual(await problemsOf(store), told)
    })
    await opened(path, async (store, told) => {
      await assertHolds(store)
      assert.deepEqual([...told, ...(await problemsOf(store))], [])
    })
  })
}

test('a check finds a snapshot damaged while the collection is open', async () => {
  const path = copyOf(whole)
  await opened(path, async store => {
    const [file] = snapshots(path)
    flip(file, 5000, 1)
    await assertHolds(store)
    assert.deepEqual(await problemsOf(store), [
      {
        where: file.slice(folderOf(path).length + 1),
        problem: 'its bytes have changed since they were written',
      },
    ])
  })
})

test('an older snapshot in place of a newer one is not believed', async () => {
  const path = copyOf(whole)
  const [older] = snapshots(path)
  const kept = join(root, 'older.snapshot')
  copyFileSync(older, kept)
  await opened(path, async store => {
    assert(await store.compact().then(bytes => bytes >= 0))
  })
  const [newer] = snapshots(path)
  assert.notEqual(newer, older)
  copyFileSync(kept, newer)
  await opened(path, async (store, told) => {
    await assertHolds(store)
    assert.equal(told.length, 1)
  })
})

test('a file left by a killed program is removed', async () => {
  const path = copyOf(whole)
  const left = join(folderOf(path), '0-left.snapshot')
  writeFileSync(left, 'half')
  await opened(path, async store => assertHolds(store))
  assert(!snapshots(path).includes(left))
})

test('a flipped bit anywhere in the database is refused or found by a check; no text is read wrongly', async () => {
  const file = join(folderOf(whole), 'store.sqlite')
  const size = readFileSync(file).length
  const random = randomFrom(11)
  let refused = 0
  let found = 0
  const wanted = runs(40)
  for (let flips = 0; flips < wanted; flips++) {
    const path = copyOf(whole)
    flip(join(folderOf(path), 'store.sqlite'), Math.floor(random() * size), 1 << Math.floor(random() * 8))
    try {
      await opened(path, async store => {
        await assertRightOrRefused(store)
        if ((await problemsOf(store)).length > 0) found++
      })
    } catch (error) {
      assert(
        isNearsameError(error) && ['STORE_CORRUPT', 'STORE_FORMAT'].includes(error.code),
        String(error),
      )
      refused++
    }
    rmSync(path, { recursive: true, force: true })
  }
  // Most of a small database is unused.
  assert(refused + found >= wanted / 5, `${refused} refused, ${found} found`)
})

test('a truncated file, or one that is not a database, is refused or found by a check', async () => {
  const size = readFileSync(join(folderOf(whole), 'store.sqlite')).length
  for (const length of [0, 100, 16_384, size >> 1, size - 16_384]) {
    const path = copyOf(whole)
    truncateSync(join(folderOf(path), 'store.sqlite'), length)
    let found = 0
    try {
      await opened(path, async store => {
        await assertRightOrRefused(store)
        found = (await problemsOf(store)).length
      })
    } catch (error) {
      assert(isNearsameError(error) && error.code === 'STORE_CORRUPT', String(error))
      assert.match(error.message, /, at .*store\.sqlite\. To fix: restore the data directory from a copy/)
      found++
    }
    assert(found > 0, `${length} bytes`)
  }
  const path = copyOf(whole)
  writeFileSync(join(folderOf(path), 'store.sqlite'), 'text '.repeat(10_000))
  await assert.rejects(
    opened(path, async () => {}),
    { code: 'STORE_CORRUPT' },
  )
})

test('a check reports every damaged document, even after a hundred other problems', async () => {
  const path = copyOf(whole)
  const database = new DatabaseSync(join(folderOf(path), 'store.sqlite'))
  database.exec(`UPDATE bodies SET sum = sum + 1;
    WITH RECURSIVE more (n) AS (SELECT 1000000 UNION ALL SELECT n + 1 FROM more LIMIT 120)
    INSERT INTO changes SELECT n, 'never', 1, NULL, 0 FROM more`)
  database.close()
  await opened(path, async store => {
    const problems = await problemsOf(store)
    const damaged = problems.filter(({ problem }) => /^is listed but cannot be read/.test(problem))
    const wanted = steps.model.numbers().map(number => `document ${number}`)
    assert.deepEqual([damaged.map(({ where }) => where), problems.length > 100], [wanted, true])
  })
})

test('a check finds rows that lead back to earlier ones, and no list loops over them', async () => {
  const path = copyOf(whole)
  const file = join(folderOf(path), 'store.sqlite')
  const bytes = readFileSync(file)
  const database = new DatabaseSync(file)
  const { rootpage } = {
    ...database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'documents'").get(),
  }
  database.close()
  // Its only page, with the first rows at the end.
  const end = Number(rootpage) * 16_384
  writeFileSync(file, bytes.fill(0, end - 2_000, end))
  await opened(path, async store => {
    const outOfOrder = 'rows out of order'
    const problems = await problemsOf(store)
    assert.equal(problems.filter(({ problem }) => problem === outOfOrder).length, 2)
    await assert.rejects(
      async () => {
        for (let after = 0, isLast = false; !isLast; ) {
          const numbers = await store.list(after, 100)
          isLast = numbers.length === 0
          after = numbers.at(-1) ?? 0
        }
      },
      { code: 'STORE_CORRUPT', message: new RegExp(`got ${outOfOrder}, at `) },
    )
  })
})

function flip(file: string, at: number, bits: number): void {
  const bytes = readFileSync(file)
  bytes[at] ^= bits
  writeFileSync(file, bytes)
}
