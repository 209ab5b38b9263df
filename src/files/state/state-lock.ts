/** State lock: one run at a time uses a state. */
import { join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { mayRunElsewhere, removeLeftovers } from '../io/leftovers.ts'
import { fileError } from '../io/temporaries.ts'
import { DirectoryLock } from '../progress/directory-lock.ts'

/** @throws NearsameError STATE_REFUSED if another run has the lock */
export function lockState(directory: string): DirectoryLock {
  const lock = new DirectoryLock(directory, {
    mayRun: mayRunElsewhere,
    failed: fileError,
    refused: where =>
      new NearsameError('STATE_REFUSED', {
        expected: 'a state that no other run uses',
        got: 'a lock',
        where,
        fix: 'wait until the other run has ended; if it ran on another machine and was killed, remove the lock',
      }),
  })
  removeLeftovers(join(directory, 'state.json'))
  return lock
}
