/** Loading: a promise as loading, failed or ready, with a state designed for each. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Refused, signOut } from '../data/requests.ts'

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown; readonly again: () => void }
  | { readonly state: 'ready'; readonly value: T; readonly again: () => void }

/**
 * The result of `load`, which is called again when one of `changes` does. What was there stays until then, so that the
 * page does not flicker; a failure of a later call shows.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  changes: readonly unknown[],
): Loaded<T> {
  const [times, setTimes] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  useEffect(() => {
    const stop = new AbortController()
    const again = () => setTimes(count => count + 1)
    load(stop.signal).then(
      value => !stop.signal.aborted && setLoaded({ state: 'ready', value, again }),
      error => !stop.signal.aborted && setLoaded({ state: 'failed', error, again }),
    )
    return () => stop.abort()
  }, [times, ...changes])
  return loaded
}

export function Show<T>({
  of,
  what,
  children,
}: {
  readonly of: Loaded<T>
  readonly what: string
  /** `again` loads it once more. */
  readonly children: (value: T, again: () => void) => ComponentChildren
}) {
  if (of.state === 'loading') return <Loading what={what} />
  if (of.state === 'failed') return <Failure error={of.error} again={of.again} />
  return <>{children(of.value, of.again)}</>
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <div class="state" role="status">
      <span>Loading {what} …</span>
      <div class="busy-bar" />
    </div>
  )
}

interface FailureProps {
  /** Undefined for none. */
  readonly error: unknown
  readonly again?: () => void
}

export function Failure({ error, again }: FailureProps) {
  if (error === undefined) return null
  const { code = '', fix = '' } = error as Partial<Refused>
  const said = error instanceof Error ? error.message : String(error)
  // The detail of a problem begins with its code and ends with what to do.
  const message = said.replace(`${code}: `, '').replace(` To fix: ${fix}.`, '')
  const isSignedOut = code === 'KEY_MISSING'
  return (
    <div class="state failed" role="alert">
      <strong>
        {isSignedOut ? 'Sign in to see this' : code === 'OFFLINE' ? 'No connection' : 'This did not work'}
      </strong>
      <span>{message}</span>
      {fix ? <span class="small">What to do: {fix}</span> : null}
      <div class="row">
        {isSignedOut ? (
          <button type="button" onClick={signOut}>
            Sign in
          </button>
        ) : null}
        {again ? (
          <button type="button" onClick={again}>
            Try again
          </button>
        ) : null}
      </div>
    </div>
  )
}

export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="state">
      <strong>{title}</strong>
      {children}
    </div>
  )
}
