/** The API as a readable page, from the server's own OpenAPI file: operations, schemas, and a form to try each. */
import { useState } from 'preact/hooks'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { ask } from '../data/requests.ts'
import { Show, useLoaded } from '../parts/loaded.tsx'
import { Bodies, Schemas, SchemaView, typeName } from './api-schema.tsx'
import { TryIt } from './api-try.tsx'
import type { Description, Parameter, Place } from './api-types.ts'

const methodsInOrder = ['get', 'put', 'post', 'delete']

function placesOf({ paths }: Description): Place[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methodsInOrder.includes(method))
      .map(([method, operation]) => ({ path, method, operation })),
  )
}

export function ApiDescription({ route }: { readonly route: Route }) {
  const loaded = useLoaded(signal => ask<Description>('/openapi.json', { signal }), [])
  const search = route.query.get('q') ?? ''
  return (
    <>
      <Heading
        lead={
          <>
            Everything that this page does goes through these operations.{' '}
            <a href="/openapi.json">openapi.json</a> is the same for programs.
          </>
        }
      >
        API description
      </Heading>
      <label class="field">
        <span>Search operations</span>
        <input
          type="search"
          value={search}
          onInput={event => changeQuery(route, { q: event.currentTarget.value })}
        />
      </label>
      <Show of={loaded} what="the description">
        {description => <Operations description={description} search={search.toLowerCase()} />}
      </Show>
    </>
  )
}

function Operations({
  description,
  search,
}: {
  readonly description: Description
  readonly search: string
}) {
  const places = placesOf(description).filter(({ path, method, operation }) =>
    `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase().includes(search),
  )
  const tags = [...new Set(places.map(({ operation }) => operation.tags?.[0] ?? 'other'))]
  return (
    <Schemas.Provider value={description.components?.schemas ?? {}}>
      {tags.map(tag => (
        <section key={tag} class="stack" aria-label={tag}>
          <h2>{tag}</h2>
          {places
            .filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag)
            .map(place => (
              <OperationView key={`${place.method} ${place.path}`} place={place} />
            ))}
        </section>
      ))}
      {places.length === 0 ? <p>No operation has “{search}”.</p> : null}
      <section class="stack" aria-label="Schemas">
        <h2>Schemas</h2>
        {Object.entries(description.components?.schemas ?? {}).map(([name, schema]) => (
          <details key={name} class="operation">
            <summary>
              <code>{schema.title ?? name}</code> <span class="muted">{schema.description}</span>
            </summary>
            <div>
              <SchemaView schema={schema} />
            </div>
          </details>
        ))}
      </section>
    </Schemas.Provider>
  )
}

function OperationView({ place: { path, method, operation } }: { readonly place: Place }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="operation" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={`method ${method}`}>{method.toUpperCase()}</span>
        <code>{path}</code>
        <span class="muted">{operation.summary}</span>
      </summary>
      {isOpen ? (
        <div class="stack">
          {operation.description ? <p>{operation.description}</p> : null}
          <Parameters of={operation.parameters ?? []} />
          {operation.requestBody ? <Bodies title="Body" content={operation.requestBody.content} /> : null}
          <h3>Answers</h3>
          {Object.entries(operation.responses ?? {}).map(([status, { description, content }]) => (
            <details key={status}>
              <summary>
                <code>{status}</code> {description}
              </summary>
              {content ? <Bodies title="" content={content} /> : null}
            </details>
          ))}
          <TryIt place={{ path, method, operation }} />
        </div>
      ) : null}
    </details>
  )
}

function Parameters({ of }: { readonly of: readonly Parameter[] }) {
  if (of.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          <th>Parameter</th>
          <th>In</th>
          <th>Type</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, in: place, required, description, schema }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code> {required ? '' : <span class="muted">optional</span>}
            </th>
            <td>{place}</td>
            <td>
              <code>{typeName(schema)}</code>
            </td>
            <td>{description ?? schema?.description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
