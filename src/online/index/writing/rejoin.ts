/**
 * Joins the parts that a removal leaves of a cluster, where documents of two parts match.
 *
 *     round   look up the matches of some documents of every part but the largest, until the part is joined
 *             joined parts go on as one; the next round looks up twice as many documents of each
 *
 * A part stays by itself once all of its documents have been looked up. Every match between two parts has an end
 * outside of the largest, so the largest needs no lookups.
 *
 * Cost: parts that match in many places join after about one lookup each, whatever their size; a part that stays by
 * itself looks up all of its documents.
 */
import { breather } from '../../../ground/breath/breath.ts'
import type { ClusterGraph } from './cluster-graph.ts'

/** The matches of stored documents, for each of them. */
export type MatchesOf = (numbers: readonly number[]) => Promise<readonly (readonly number[])[]>

/** Maximum number of lookups at once; a round starts with one, because its answer may join all parts. */
const mostTogether = 16

/** @param members of one cluster, documents of the graph; first those likely to match other parts */
export async function rejoin(
  graph: ClusterGraph,
  members: readonly number[],
  matchesOf: MatchesOf,
): Promise<void> {
  const isMember = new Set(members)
  const isAsked = new Set<number>()
  for (let share = 1; ; share *= 2) {
    // Largest part first.
    const unasked = members.filter(number => !isAsked.has(number))
    const parts = partsAmong(graph, unasked)
    if (parts.length <= 1) return
    const questions = parts.slice(1).flatMap(part => part.slice(0, share))
    await askRound(graph, questions, async numbers => {
      const lists = await matchesOf(numbers)
      for (const number of numbers) isAsked.add(number)
      return lists.map(list => list.filter(match => isMember.has(match)))
    })
  }
}

function partsAmong(graph: ClusterGraph, numbers: readonly number[]): number[][] {
  const parts = new Map<number, number[]>()
  for (const number of numbers) {
    const root = graph.root(graph.document(number))
    const part = parts.get(root)
    if (part === undefined) parts.set(root, [number])
    else part.push(number)
  }
  return [...parts.values()].sort((a, b) => b.length - a.length)
}

/** Looks up the matches of each document whose part has not been joined in this round. */
async function askRound(
  graph: ClusterGraph,
  questions: readonly number[],
  matchesOf: MatchesOf,
): Promise<void> {
  const isJoined = new Set<number>()
  const breath = breather()
  let next = 0
  for (let together = 1; next < questions.length; together = Math.min(2 * together, mostTogether)) {
    const asked: number[] = []
    while (next < questions.length && asked.length < together) {
      const number = questions[next++]
      if (!isJoined.has(graph.root(graph.document(number)))) asked.push(number)
    }
    if (asked.length === 0) return
    for (const [i, matches] of (await matchesOf(asked)).entries()) {
      const node = graph.document(asked[i])
      for (const match of matches) {
        if (graph.join(node, graph.document(match), [asked[i], match])) isJoined.add(graph.root(node))
      }
    }
    await breath()
  }
}
