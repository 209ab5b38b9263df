/** What a call with odd arguments comes to. */
import { isNearsameError } from '../../src/ground/errors/nearsame-error.ts'

/** `taken`, or the code that it is refused with; any other error as its text. */
export async function told(call: () => unknown): Promise<string> {
  try {
    await call()
    return 'taken'
  } catch (error) {
    return isNearsameError(error) ? error.code : String(error)
  }
}
