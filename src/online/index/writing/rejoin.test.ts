import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClusterGraph } from './cluster-graph.ts'
import { rejoin } from './rejoin.ts'

/** Joins the rest of a cluster. @returns its parts, and the documents looked up, in order */
async function rejoined(given: {
  readonly members: readonly number[]
  readonly joined: readonly (readonly [number, number])[]
  readonly matches: (number: number) => readonly number[]
}) {
  const graph = new ClusterGraph(given.members.length)
  for (const number of given.members) graph.document(number)
  for (const [a, b] of given.joined) graph.join(graph.document(a), graph.document(b))
  const asked: number[] = []
  await rejoin(graph, given.members, async numbers => {
    asked.push(...numbers)
    return numbers.map(given.matches)
  })
  const parts = Map.groupBy(given.members, number => graph.root(graph.document(number)))
  return { asked, linked: graph.linked, parts: [...parts.values()] }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

test('hundreds of parts in a chain are joined after one lookup each, whatever their size', async () => {
  const members = upTo(10_240)
  const { asked, parts } = await rejoined({
    members,
    joined: members.flatMap(number => (number % 40 === 0 ? [] : [[number - 1, number] as const])),
    matches: number => [number - 2, number - 1, number + 1, number + 2],
  })
  assert.equal(parts.length, 1)
  assert(asked.length <= 256, `${asked.length} questions`)
})

test('one lookup is enough if all match each other', async () => {
  const members = upTo(1000)
  const { asked, linked } = await rejoined({ members, joined: [], matches: () => members })
  assert.deepEqual([asked.length, linked.length], [1, 999])
})

test('the parts are the components of all matches, and no document is looked up twice', async () => {
  let seed = 1
  const below = (n: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * n)
  }
  for (let round = 0; round < 200; round++) {
    const count = 1 + below(60)
    const members = upTo(count)
    const pairs = Array.from({ length: below(count + 10) }, () => [below(count), below(count)] as const)
    const matches = (number: number) =>
      pairs.flatMap(([a, b]) => (a === number ? [b] : b === number ? [a] : [])).concat(count + 5)
    const joined = pairs.filter(() => below(3) === 0)
    const { asked, parts } = await rejoined({ members, joined, matches })
    assert.equal(new Set(asked).size, asked.length)
    const whole = new ClusterGraph(count)
    for (const [a, b] of pairs) whole.join(whole.document(a), whole.document(b))
    const wanted = [...Map.groupBy(members, number => whole.root(whole.document(number))).values()]
    const sorted = (lists: number[][]) => lists.map(list => list.join()).sort()
    assert.deepEqual(sorted(parts), sorted(wanted))
  }
})
