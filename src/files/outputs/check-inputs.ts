/** Whether the inputs are what they were when the run began: offsets of records hold only as long as they are. */
import { statSync } from 'node:fs'
import { inputChanged, inputError } from '../io/input-errors.ts'
import type { Input } from '../io/inputs/input.ts'

/** To be called when everything is read and before anything gets its final name. @throws NearsameError INPUT_CHANGED */
export function checkUnchanged(inputs: readonly Input[]): void {
  for (const { path, name, compression, sizeBytes, modified, isStream } of inputs) {
    // Of streams and archives a copy is read.
    if (isStream || compression !== 'none') continue
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
