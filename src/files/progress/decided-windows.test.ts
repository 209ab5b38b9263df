import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { divided } from '../../../test/worlds/divided.ts'
import { workOf } from '../../../test/worlds/works.ts'
import { plain, worlds } from '../../../test/worlds/world.ts'
import { star } from '../../engine/batch/star/star.ts'
import type { Verifier } from '../../engine/cluster/candidates.ts'
import { WindowLog } from './decided-windows.ts'
import { LogFile } from './log-file.ts'

const path = join(temporaryFolder(), 'decided')

/** Fails after some calls. */
function failing(verifier: Verifier, calls: number): Verifier {
  let left = calls
  return {
    measure: (...pairs) => (left-- > 0 ? verifier.measure(...pairs) : Promise.reject(new Error('killed'))),
  }
}

test('star that was stopped anywhere, several times, ends as it would have, without the windows decided before', async () => {
  let saved = 0
  let blocks = 0
  await fc.assert(
    fc.asyncProperty(
      worlds(40),
      fc.array(fc.nat(5), { maxLength: 4 }),
      fc.nat(40),
      async (world, stops, most) => {
        const whole = { ...workOf(world), onPair: undefined }
        const wanted = await star(whole)
        new LogFile(path).cutAt(0)
        for (const calls of [...stops, Number.POSITIVE_INFINITY]) {
          const log = new LogFile(path)
          const work = { ...workOf(world), onPair: undefined, decided: new WindowLog(log) }
          const job = { ...work, verifier: failing(work.verifier, calls) }
          const parts = divided(work, most)
          blocks += parts.ends.length
          try {
            const outcome = await star(most % 2 === 0 ? job : { ...job, candidates: parts })
            assert.deepEqual(plain(outcome), plain(wanted))
            if (work.verifier.measured < whole.verifier.measured) saved++
          } catch (error) {
            assert.equal((error as Error).message, 'killed')
          }
          log.close()
        }
      },
    ),
    { numRuns: runs(400) },
  )
  assert(blocks > runs(2000), `${blocks} blocks`)
  assert(saved > runs(50), `${saved} times fewer pairs`)
})
