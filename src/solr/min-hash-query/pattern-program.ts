/**
 * Program of a pattern: its tree, laid out as steps that follow each other.
 *
 *     a|b    0 fork 1, 3    1 a    2 fork 4, 4    3 b
 *     a*     0 fork 1, 3    1 a    2 fork 0, 0
 *
 * A fork tries `first`, then `second`; with both the same it is a jump. Counted repetition is written out.
 *
 * Source: Thompson, "Regular expression search algorithm", 1968, for the layout; the order of a fork is
 * Java's.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { CharacterSet } from './pattern-sets.ts'
import type { PatternNode, RepeatNode } from './pattern-syntax.ts'

interface Fork {
  readonly kind: 'fork'
  first: number
  second: number
}

export type Step =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'begin' | 'end' | 'match' }
  | Readonly<Fork>

const maxSteps = 4096

/**
 * The steps of a pattern; the last one is the match.
 *
 * @throws NearsameError OPTION_VALUE when there are more than 4096
 */
export function programOf(tree: PatternNode): Step[] {
  const steps: Step[] = []
  addNode(steps, tree)
  addStep(steps, { kind: 'match' })
  return steps
}

function addStep(steps: Step[], step: Step): void {
  if (steps.length === maxSteps) {
    throw new NearsameError('OPTION_VALUE', {
      expected: `sep to have at most ${maxSteps} steps, repetitions written out`,
      got: 'more',
      fix: 'lower the counts in braces, or take a shorter sep',
    })
  }
  steps.push(step)
}

/** A fork of which a way still has to be set; both lead to the next step at first. */
function addFork(steps: Step[]): Fork {
  const fork: Fork = { kind: 'fork', first: steps.length + 1, second: steps.length + 1 }
  addStep(steps, fork)
  return fork
}

function addNode(steps: Step[], node: PatternNode): void {
  switch (node.kind) {
    case 'sequence':
      for (const item of node.items) addNode(steps, item)
      return
    case 'branches':
      addBranches(steps, node.items)
      return
    case 'repeat':
      addRepeat(steps, node)
      return
    default:
      addStep(steps, node)
  }
}

function addBranches(steps: Step[], items: readonly PatternNode[]): void {
  const jumps: Fork[] = []
  items.forEach((item, i) => {
    if (i === items.length - 1) {
      addNode(steps, item)
      return
    }
    const fork = addFork(steps)
    addNode(steps, item)
    jumps.push(addFork(steps))
    fork.second = steps.length
  })
  for (const jump of jumps) {
    jump.first = steps.length
    jump.second = steps.length
  }
}

function addRepeat(steps: Step[], { item, min, max, isLazy }: RepeatNode): void {
  for (let i = 0; i < min; i++) addNode(steps, item)
  const leaves: Fork[] = []
  const isEndless = max === Number.POSITIVE_INFINITY
  for (let i = min; i < (isEndless ? min + 1 : max); i++) {
    const at = steps.length
    leaves.push(addFork(steps))
    addNode(steps, item)
    if (!isEndless) continue
    const jump = addFork(steps)
    jump.first = at
    jump.second = at
  }
  for (const leave of leaves) {
    if (isLazy) leave.first = steps.length
    else leave.second = steps.length
  }
}
