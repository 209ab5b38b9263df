/**
 * Mending: the parts of what is left of a cluster are joined again where documents of theirs match.
 *
 *     round   every part but the largest asks for the matches of some of its documents, until it is joined
 *             parts that are one go on as one, and in the next round ask for twice as many
 *
 * A part whose documents have all been asked for stays by itself. Every match between two parts has an end outside of
 * the largest one, so that one need not ask.
 *
 * Cost: parts that match in many places find each other with about one question each, however large they are; one that
 * stays by itself asks for all of its documents.
 */
import { breather } from '../../../ground/breath/breath.ts'
import type { ClusterGraph } from './cluster-graph.ts'

/** The matches of stored documents, for each of them. */
export type MatchesOf = (numbers: readonly number[]) => Promise<readonly (readonly number[])[]>

/** Questions in one go; a round begins with one, since its answer may join all parts. */
const mostTogether = 16

/** @param members of one cluster, documents of the graph; those that are likely to match other parts first */
export async function mend(
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

/** Asks for the matches of those whose part has not been joined with another in this round. */
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
