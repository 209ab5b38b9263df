/** The outcome of a call with odd arguments. */
import { isNearsameError } from '../../src/ground/errors/nearsame-error.ts'

/** `taken`, or the code of the refusal; any other error as its text. */
export async function told(call: () => unknown): Promise<string> {
  try {
    await call()
    return 'taken'
  } catch (error) {
    return isNearsameError(error) ? error.code : String(error)
  }
}
