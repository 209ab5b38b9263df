/** Rows of texts with the rarest shingles of each: the definition of `describeRarest`. */
import { mostSketched, notSketched } from '../layout/plan-layout.ts'
import { givenOf, rarestPlanWords, readRarestPlan } from '../layout/rarest-plan.ts'
import { describe, shinglesOf } from './describe.ts'
import { rarest } from './rarest.ts'
import { distinct } from './sets.ts'

/** See `Kernels.describeRarest`. */
export function describeRarest(
  memory: Uint8Array,
  texts: number,
  count: number,
  plan: number,
  scratch: number,
  out: number,
  rarestPlan: number,
): void {
  describe(memory, texts, count, plan, scratch, out)
  const words = new Uint32Array(memory.buffer)
  const { certain, classes, to } = readRarestPlan(words.subarray(rarestPlan / 4))
  let end = to / 4
  for (let text = texts / 4; text < texts / 4 + 2 * count; text += 2) {
    const shingles = shinglesOf(memory, words[text], words[text + 1], plan, scratch, scratch)
    if (shingles > mostSketched) {
      words[end++] = notSketched
      continue
    }
    const size = distinct(memory, scratch, shingles, 0, scratch)
    const many = givenOf(size, certain)
    words[end++] = size
    rarest(memory, scratch, size, many, classes, 0, 4 * end)
    end += many
  }
  words[rarestPlan / 4 + rarestPlanWords - 1] = 4 * end
}
