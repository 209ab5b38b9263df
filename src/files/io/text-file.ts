/** Small files, read as a whole. */
import { readFile } from 'node:fs/promises'
import { inputError } from './input-errors.ts'

/** A small file, such as a configuration, as UTF-8. @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw inputError(cause, path)
  }
}
