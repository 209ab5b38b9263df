/**
 * A process killed at random moments of mixed load: everything acknowledged is stored, and nothing is stored
 * partially. 30 moments with NEARSAME_RUNS=all, else 6; the same while the writing thread ends again and again, because it
 * is idle.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../src/online/store/store.ts'
import { randomFrom } from '../conformance/store-world.ts'
import { runs } from '../ground/runs.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { prepareLoad, reopened, Steps, stepsTaken } from './sqlite-load.ts'

const kills = runs(30)
const seed = 17

test(`after each of ${kills} kills a collection holds everything acknowledged, complete`, () =>
  killed({ kills, longestMs: 250 }))

test('the same while threads come and go', () =>
  killed({ kills: Math.ceil(kills / 3), longestMs: 1_000, idleMs: 4 }))

async function killed({
  kills,
  longestMs,
  idleMs,
}: {
  kills: number
  longestMs: number
  idleMs?: number
}): Promise<void> {
  const path = temporaryFolder()
  await prepareLoad(path)
  const random = randomFrom(seed)
  const steps = new Steps(seed)
  for (let kill = 1; kill <= kills; kill++) {
    // Every third kill happens while the collection is being opened.
    const acknowledged = Math.max(
      steps.taken,
      await load({ path, idleMs }, random() * longestMs, kill % 3 !== 0),
    )
    await reopened(path, async store => {
      const taken = await stepsTaken(store)
      assert(
        taken === acknowledged || taken === acknowledged + 1,
        `kill ${kill}: ${taken} steps are there, ${acknowledged} were acknowledged`,
      )
      steps.take(taken)
      await assertHolds(store, steps)
      for await (const problem of store.problems()) assert.fail(`kill ${kill}: ${JSON.stringify(problem)}`)
    })
  }
  assert(steps.taken > kills / 2, 'the load got nowhere')
}

/**
 * Lets the load run for a few milliseconds, from its first step or from its start.
 *
 * @returns its last acknowledged step
 */
async function load(
  { path, idleMs }: { path: string; idleMs: number | undefined },
  ms: number,
  isFromStep: boolean,
): Promise<number> {
  const script = join(import.meta.dirname, 'sqlite-load.ts')
  const given = [path, String(seed), ...(idleMs === undefined ? [] : [String(idleMs)])]
  const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complained = ''
  child.stderr.on('data', bytes => {
    complained += bytes
  })
  const begun = new Promise<void>(resolve => {
    child.stdout.on('data', bytes => {
      said += bytes
      resolve()
    })
  })
  const ended = once(child, 'close')
  if (isFromStep) await Promise.race([begun, ended])
  await sleep(ms)
  child.kill('SIGKILL')
  const [, signal] = await ended
  assert.equal(signal, 'SIGKILL', complained)
  const lines = said.match(/ack \d+\n/g) ?? []
  return Number(lines.at(-1)?.slice(4) ?? 0)
}

async function assertHolds(store: Store, { model }: Steps): Promise<void> {
  const numbers = model.numbers()
  assert.deepEqual(await store.list(0, 10_000), numbers)
  const found = await store.documents(numbers, { body: true })
  for (const [i, document] of found.entries()) {
    const wanted = model.documents.get(numbers[i])
    assert.deepEqual({ ...document, body: '' }, { ...wanted, body: '' })
    assert(Buffer.from(document?.body ?? []).equals(wanted?.body ?? new Uint8Array()))
    const postings = wanted?.sketch.postings ?? new Uint32Array()
    const candidates = [...(await store.candidates([postings]))[0]]
    assert.deepEqual(
      model.candidates(postings).filter(number => !candidates.includes(number)),
      [],
    )
    assert(
      candidates.every(number => model.documents.has(number)),
      'a candidate that is removed',
    )
  }
  assert.deepEqual(await store.links(numbers), model.linksOf(numbers))
  assert.deepEqual(await store.changes(0, 100_000), model.changes)
  const members = await store.members([...model.clusters().keys()])
  assert.deepEqual(members, [...model.clusters().values()])
}
