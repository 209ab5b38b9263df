import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { mostPeak } from '../work/thread/budget-peak.ts'
import {
  budgetFor,
  checkEstimate,
  checkJoin,
  checkTables,
  hasRoomFor,
  memoryOfMachine,
  memoryWarning,
  roomForCandidates,
  usualPeak,
} from './memory-budget.ts'

const spilled = { keepsRows: true, spills: true, bands: 25, isOrdered: false, hasState: false }
const inMemory = { ...spilled, spills: false }
const short = (documents: number) => ({ bytes: 300 * documents, documents, files: 1 })

test('the least budget of a refusal is accepted, and one megabyte less is refused', () => {
  for (const documents of [1e6, 20e6, 3e8]) {
    const error = refusal(100e6, documents)
    const least = Number(/at least (\d+)MB/.exec(error)?.[1]) * 1e6
    checkEstimate(budgetFor(least, 8, short(documents), spilled))
    assert.match(
      refusal(least - 1e6, documents),
      /MEMORY_EXHAUSTED: expected `memory` of at least \d+MB for about/,
    )
  }
})

function refusal(memory: number, documents: number): string {
  try {
    checkEstimate(budgetFor(memory, 8, short(documents), spilled))
  } catch (error) {
    assert(isNearsameError(error))
    return error.message
  }
  return assert.fail(`${memory} bytes for ${documents} documents`)
}

test('each file counts, so that too many for a budget are refused', () => {
  const of = (files: number) => ({ bytes: 900 * files, documents: 3 * files, files })
  checkEstimate(budgetFor(96e6, 2, of(5000), spilled))
  checkEstimate(budgetFor(256e6, 2, of(25_000), spilled))
  assert.throws(() => checkEstimate(budgetFor(96e6, 2, of(25_000), spilled)), { code: 'MEMORY_EXHAUSTED' })
})

test('20 million short documents fit into 2 GB with room for candidates, and into memory alone they do not', () => {
  const budget = budgetFor(2e9, 2, short(20e6), spilled)
  checkEstimate(budget)
  assert(roomForCandidates(budget, 20e6) > 200e6)
  assert(usualPeak(budgetFor(0, 2, short(20e6), inMemory)) > 5e9)
})

test('documents are compared in memory where all they may need has room beside the program', () => {
  const budget = budgetFor(2e9, 2, short(100_000), spilled)
  assert(hasRoomFor(budget, 100_000))
  assert(!hasRoomFor(budget, 2_000_000))
  assert(!hasRoomFor(budgetFor(96e6, 2, short(300_000), spilled), 300_000))
  assert(hasRoomFor(budgetFor(0, 2, short(20e6), inMemory), 20e6), 'without a budget')
})

test('a single record leaves its room to one thread, many short ones and a stream to several', () => {
  const threads = (bytes: number, documents: number) =>
    budgetFor(256e6, 2, { bytes, documents, files: 1 }, spilled).threads
  assert.deepEqual(
    [threads(60e6, 1), threads(60e6, 24_000), threads(Number.POSITIVE_INFINITY, 0)],
    [1, 2, 2],
  )
})

test('all parts together stay below the peak of a budget', () => {
  for (const memory of [150e6, 256e6, 1e9, 2e9]) {
    const budget = budgetFor(memory, 16, short(100_000), spilled)
    const { threads, cacheBytes, documentBytes } = budget
    const program = 78e6 + 4e6 + 0.3 * 30e6
    const used =
      program +
      (threads - 1) * 45e6 +
      threads * cacheBytes +
      100_000 * documentBytes +
      roomForCandidates(budget, 1e5)
    assert(used <= mostPeak(memory) + 1, `${used} of ${memory}`)
  }
})

test('a run that will not fit into the machine is warned of, with the least budget or the advice to divide', () => {
  const budget = budgetFor(0, 2, short(20e6), inMemory)
  assert.equal(memoryWarning(8e9, 8e9, budget), undefined)
  assert.equal(
    memoryWarning(6e9, 4e9, budget),
    'this run needs about 5.59 GiB of memory, more than the 3.73 GiB here: give `memory`, at least 1224MB',
  )
  assert.match(memoryWarning(6e9, 1e9, budget) ?? '', /here: divide the input and deduplicate what is kept/)
  assert(memoryOfMachine() > 1e8 && memoryOfMachine() < 1e14)
})

test('the shingles that exact recall joins count, and the least budget for the whole input is said', () => {
  const size = { bytes: 24e6, documents: 40_000, files: 1 }
  const budget = (memory: number) => budgetFor(memory, 1, size, { ...inMemory, bands: 1 })
  const half = { documents: 20_000, listBytes: 1.7e6, share: 0.5 }
  const all = { documents: 40_000, listBytes: 3.4e6, share: 1 }
  checkJoin(budget(96e6), { ...half, listBytes: 2e5 })
  const message = (given: typeof half) => {
    try {
      checkJoin(budget(96e6), given)
    } catch (error) {
      assert(isNearsameError(error))
      return error.message
    }
    return assert.fail()
  }
  assert.match(
    message(all),
    /`memory` of at least \d+MB for about 40000 documents and the 4 MB of their rarest/,
  )
  const least = Number(/at least (\d+)MB/.exec(message({ ...half, listBytes: 9e6 }))?.[1]) * 1e6
  checkJoin(budget(least), { ...all, listBytes: 18e6 })
  assert.throws(() => checkJoin(budget(least - 1e6), { ...all, listBytes: 18e6 }), {
    code: 'MEMORY_EXHAUSTED',
  })
  checkJoin(budgetFor(0, 8, size, inMemory), { ...all, listBytes: 1e12 })
})

test('tables of passages fit into a budget or are refused, and without one they always fit', () => {
  const budget = budgetFor(200e6, 1, short(1e5), inMemory)
  checkTables(budget, 50e6)
  assert.throws(() => checkTables(budget, 200e6), /MEMORY_EXHAUSTED: .* got 200 MB of them so far/)
  checkTables(budgetFor(0, 1, short(1e5), inMemory), 1e12)
})
