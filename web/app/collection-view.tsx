/** The views of one collection. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { collectionFindings } from '../data/collection-findings.ts'
import type { Findings } from '../data/findings.ts'
import { ask, collectionPath } from '../data/requests.ts'
import { useAttempt } from '../parts/attempt.ts'
import { Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { OptionTable } from '../parts/option-table.tsx'
import { Check } from '../views/check.tsx'
import { Clusters } from '../views/clusters.tsx'
import { Imports } from '../views/imports.tsx'
import { Learnt } from '../views/learnt.tsx'
import { Pair } from '../views/pair.tsx'
import { Review } from '../views/review.tsx'
import { Threshold } from '../views/threshold.tsx'
import { UnknownAddress } from '../views/unknown-address.tsx'
import { go, hrefOf, type Route } from './route.ts'
import { Heading } from './shell.tsx'

interface CollectionViewProps {
  readonly route: Route
  readonly name: string
  readonly mayWrite: boolean
}

const views = [
  ['clusters', 'Clusters'],
  ['threshold', 'Threshold'],
  ['review', 'Review'],
  ['check', 'Check'],
  ['imports', 'Imports'],
  ['settings', 'Settings'],
] as const

/** Links to the views. @param path of the route: `c`, the name, the view */
export function collectionLinks([, name, current = 'clusters']: readonly string[]) {
  return views.map(([view, title]) => ({
    name: title,
    href: hrefOf(['c', name, view]),
    isCurrent: current === view || (current === 'pair' && view === 'clusters'),
  }))
}

export function CollectionView({ route, name, mayWrite }: CollectionViewProps) {
  const [, , view = 'clusters'] = route.path
  if (view === 'check') return <Check route={route} name={name} />
  if (view === 'imports') return <Imports route={route} name={name} mayWrite={mayWrite} />
  if (view === 'settings') return <Settings name={name} mayWrite={mayWrite} />
  if (view !== 'pair' && !views.some(([known]) => known === view))
    return <UnknownAddress home={hrefOf(['c', name, 'clusters'])} />
  return <FoundView route={route} name={name} mayWrite={mayWrite} />
}

/** Views of what was found in the collection. */
function FoundView({ route, name, mayWrite }: CollectionViewProps) {
  const [, , view = 'clusters'] = route.path
  const hasDecided = useRef(false)
  const [changes, setChanges] = useState(0)
  const onDecided = () => {
    hasDecided.current = true
  }
  const loaded = useLoaded(
    signal => collectionFindings({ name, mayWrite, signal, onDecided }),
    [name, mayWrite, changes],
  )
  useEffect(() => {
    // Decisions part and join clusters at once; the queue of a review stays as it is while it is worked through.
    if (view === 'review' || !hasDecided.current) return
    hasDecided.current = false
    setChanges(count => count + 1)
  }, [view])
  if (loaded.state === 'ready') return <View route={route} findings={loaded.value} view={view} />
  return (
    <>
      <Heading>{views.find(([at]) => at === view)?.[1] ?? 'Pair'}</Heading>
      <Show of={loaded} what="the collection">
        {() => null}
      </Show>
    </>
  )
}

interface ViewProps {
  readonly route: Route
  readonly findings: Findings
  readonly view: string
}

function View({ route, findings, view }: ViewProps) {
  if (view === 'pair') return <Pair route={route} findings={findings} />
  if (view === 'threshold') return <Threshold route={route} findings={findings} />
  if (view === 'review') return <Review route={route} findings={findings} />
  return <Clusters route={route} findings={findings} />
}

function Settings({ name, mayWrite }: { readonly name: string; readonly mayWrite: boolean }) {
  const loaded = useLoaded(signal => ask<CollectionInfo>(collectionPath(name), { signal }), [name])
  const [typed, setTyped] = useState('')
  const { attempt, failure } = useAttempt()
  const remove = (event: SubmitEvent) => {
    event.preventDefault()
    attempt(async () => {
      await ask(collectionPath(name), { method: 'DELETE' })
      go('#/')
    })
  }
  return (
    <>
      <Heading lead="Options are fixed when a collection is made.">Settings</Heading>
      <Show of={loaded} what="settings">
        {({ options, model }, again) => (
          <>
            {model === undefined ? null : (
              <Learnt model={model} path={collectionPath(name)} mayWrite={mayWrite} again={again} />
            )}
            <OptionTable options={options} />
          </>
        )}
      </Show>
      {mayWrite ? (
        <form class="panel" onSubmit={remove}>
          <h2>Delete the collection</h2>
          <p>All of its documents and decisions go with it, and nothing brings them back.</p>
          <div class="row end">
            <label class="field">
              <span>Its name, to confirm</span>
              <input
                value={typed}
                onInput={event => setTyped(event.currentTarget.value)}
                autocomplete="off"
              />
            </label>
            <button type="submit" class="danger" disabled={typed !== name}>
              Delete {name}
            </button>
          </div>
          <Failure error={failure} />
        </form>
      ) : null}
    </>
  )
}
