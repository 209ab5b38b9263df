/** Home: a file to clean, the files that were cleaned, and the collections of the server; and the sign-in. */

import { useState } from 'preact/hooks'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { hrefOf } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { RunList } from '../clean/run-list.tsx'
import { Start } from '../clean/start.tsx'
import { ask, askAll } from '../data/requests.ts'
import { listRuns } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { bytes, count, Figures } from '../parts/figures.tsx'
import { Empty, Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { number, Table } from '../parts/table.tsx'
import { NewCollection } from './new-collection.tsx'

interface HomeProps {
  readonly mayWrite: boolean
}

async function overview(signal: AbortSignal) {
  const [collections, runs] = await Promise.all([
    askAll<CollectionInfo>('/v1/collections', { signal, query: { limit: 1000 } }),
    listRuns(signal),
  ])
  // `readyz` is a 503 with a reason while a collection is broken; the list is of use even then.
  const health = await ask<{ status: string }>('/readyz', { signal }).catch((error: unknown) => error)
  return { collections, runs, health }
}

export function Home({ mayWrite }: HomeProps) {
  const loaded = useLoaded(overview, [])
  return (
    <>
      <Heading lead="Find what is there twice, look at the doubtful ones, and take your clean file away.">
        Clean a file
      </Heading>
      <Show of={loaded} what="your files">
        {({ collections, runs, health }, again) => (
          <>
            {runs !== undefined && mayWrite ? <Start /> : null}
            {runs === undefined ? null : <RunList runs={runs} again={again} />}
            <h2>Collections</h2>
            {health instanceof Error ? <Failure error={health} /> : null}
            {collections.length === 0 ? (
              <Empty title="No collection yet">
                <span>
                  A collection holds documents that are compared with each other. Make one below, then
                  import a file.
                </span>
              </Empty>
            ) : (
              <>
                <Figures
                  of={[
                    { name: 'Collections', value: count(collections.length) },
                    { name: 'Documents', value: count(total(collections, 'documents')) },
                    {
                      name: 'Clusters',
                      value: count(total(collections, 'clusters')),
                      title: 'a document without a match is a cluster of one',
                    },
                    { name: 'Health', value: health instanceof Error ? 'not ready' : 'ready' },
                  ]}
                />
                <CollectionTable collections={collections} />
              </>
            )}
          </>
        )}
      </Show>
      {mayWrite ? <NewCollection /> : <p class="small muted">Your key may read only.</p>}
    </>
  )
}

const total = (of: readonly CollectionInfo[], field: 'documents' | 'clusters') =>
  of.reduce((sum, info) => sum + info[field], 0)

function CollectionTable({ collections }: { readonly collections: readonly CollectionInfo[] }) {
  return (
    <Table
      label="Collections"
      heads={[
        'Collection',
        number('Documents'),
        number('Clusters'),
        number('Size'),
        'Method',
        number('Threshold'),
        'Created',
      ]}
    >
      {collections.map(({ name, documents, clusters, storedBytes, options, createdAt }) => (
        <tr key={name}>
          <th scope="row">
            <a href={hrefOf(['c', name, 'clusters'])} dir="auto">
              {name}
            </a>
          </th>
          <td class="number">{count(documents)}</td>
          <td class="number">{count(clusters)}</td>
          <td class="number">{storedBytes === undefined ? '–' : bytes(storedBytes)}</td>
          <td>
            <code>{String(options.method)}</code>
          </td>
          <td class="number">{String(options.threshold)}</td>
          <td>
            <time dateTime={createdAt}>{createdAt.slice(0, 16).replace('T', ' ')}</time>
          </td>
        </tr>
      ))}
    </Table>
  )
}

export function SignIn({ onKey }: { readonly onKey: (key: string) => Promise<void> }) {
  const [key, setKey] = useState('')
  const { attempt, failure } = useAttempt()
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    attempt(() => onKey(key.trim()))
  }
  return (
    <>
      <Heading lead="This server asks for an API key. It stays in this tab until you close it or sign out.">
        Sign in
      </Heading>
      <form class="panel" onSubmit={enter}>
        <div class="row end">
          <label class="field grow">
            <span>API key</span>
            <input
              type="password"
              required
              autocomplete="off"
              value={key}
              onInput={event => setKey(event.currentTarget.value)}
            />
          </label>
          <button class="primary" type="submit">
            Sign in
          </button>
        </div>
        <Failure error={failure} />
      </form>
    </>
  )
}
