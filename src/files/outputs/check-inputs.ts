/** Checks that the inputs have not changed since the run began: otherwise the offsets of records would be wrong. */
import { statSync } from 'node:fs'
import type { Input } from '../inputs/resolve/input.ts'
import { inputChanged, inputError } from '../io/input-errors.ts'

/** Call it after the last read and before any output gets its final name. @throws NearsameError INPUT_CHANGED */
export function checkUnchanged(inputs: readonly Input[]): void {
  for (const { path, name, compression, sizeBytes, modified, isStream, object } of inputs) {
    // Streams and archives are read from a copy, objects by their version.
    if (isStream || compression !== 'none' || object !== undefined) continue
    const found = statOf(path, name)
    if (found.size === sizeBytes && found.mtimeMs === modified) continue
    const isTouched = found.size === sizeBytes
    throw inputChanged(
      isTouched ? 'a later time of change' : `${found.size} bytes instead of ${sizeBytes}`,
      name,
    )
  }
}

function statOf(path: string, name: string) {
  try {
    return statSync(path)
  } catch (cause) {
    throw inputError(cause, name)
  }
}
