/** Attempt: work that a person starts, such as by a button: whether it goes on, and how it failed. */
import { useState } from 'preact/hooks'

export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  return { attempt, isBusy, failure } as const
}
