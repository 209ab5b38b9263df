/** The API as a readable page, from the server's own OpenAPI file: operations, schemas, and a form to try each. */
import { useState } from 'preact/hooks'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { ask, Refused, send } from '../data/requests.ts'
import { Failure, Show, useLoaded } from '../parts/loaded.tsx'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly default?: unknown
}

interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly summary?: string }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, Content>>
  }
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, Content>> }>
  >
}

interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

interface Place {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

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
    <>
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
    </>
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

function Bodies({
  title,
  content,
}: {
  readonly title: string
  readonly content: Readonly<Record<string, Content>>
}) {
  return (
    <div class="stack">
      {title === '' ? null : <h3>{title}</h3>}
      {Object.entries(content).map(([type, { schema, example, examples }]) => (
        <div key={type} class="stack">
          <code>{type}</code>
          {schema ? <SchemaView schema={schema} /> : null}
          {exampleOf({ example, ...(examples && { examples }) }) === undefined ? null : (
            <pre class="answer">{written(exampleOf({ example, ...(examples && { examples }) }))}</pre>
          )}
        </div>
      ))}
    </div>
  )
}

function exampleOf({ example, examples }: Content): unknown {
  return example ?? Object.values(examples ?? {})[0]?.value
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function typeName(schema: Schema | undefined): string {
  if (schema === undefined) return 'any'
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(typeName).join(' | ')
  if (schema.type === 'array') return `${typeName(schema.items)}[]`
  return [schema.type ?? schema.title ?? 'any'].flat().join(' | ')
}

function SchemaView({ schema }: { readonly schema: Schema }) {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined)
    return (
      <div class="stack">
        {choices.map((choice, at) => (
          <SchemaView key={at} schema={choice} />
        ))}
      </div>
    )
  if (schema.type === 'array' && schema.items) return <SchemaView schema={schema.items} />
  if (schema.properties === undefined)
    return (
      <p class="small">
        <code>{typeName(schema)}</code> {schema.description}
      </p>
    )
  return (
    <table>
      <tbody>
        {Object.entries(schema.properties).map(([name, of]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {schema.required?.includes(name) ? '' : <span class="muted"> optional</span>}
            </th>
            <td>
              <code>{typeName(of)}</code>
            </td>
            <td>{of.description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Answer {
  readonly status: string
  readonly text: string
}

/** A form that sends the request from here, with the key of the session. */
function TryIt({ place: { path, method, operation } }: { readonly place: Place }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const json = operation.requestBody?.content['application/json']
  const [body, setBody] = useState(() => (json === undefined ? '' : (written(exampleOf(json)) ?? '')))
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<unknown>()
  const parameters = (operation.parameters ?? []).filter(({ in: where }) => where !== 'header')
  const run = async (event: SubmitEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    )
    const named = parameters.filter(({ in: where, name }) => where === 'query' && values[name])
    const query = Object.fromEntries(named.map(({ name }) => [name, values[name]]))
    try {
      const given = body === '' ? {} : { body: JSON.parse(body) as unknown }
      const response = await send(target, { method: method.toUpperCase() as 'GET', query, ...given })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') === true
      setAnswer({
        status: `${response.status} ${response.statusText}`,
        text: isJson && text !== '' ? indented(text) : text,
      })
    } catch (error) {
      if (error instanceof Refused || error instanceof SyntaxError) setAnswer(undefined)
      setFailure(error)
    }
  }
  return (
    <form class="panel" onSubmit={run}>
      <h3>Try it</h3>
      <div class="row end">
        {parameters.map(({ name, required }) => (
          <label key={name} class="field">
            <span>
              {name}
              {required ? '' : ' (optional)'}
            </span>
            <input
              required={required}
              value={values[name] ?? ''}
              onInput={event => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
      {operation.requestBody === undefined ? null : (
        <label class="field">
          <span>Body, JSON</span>
          <textarea rows={5} value={body} onInput={event => setBody(event.currentTarget.value)} />
        </label>
      )}
      <div class="row">
        <button type="submit" class={method === 'delete' ? 'danger' : 'primary'}>
          Send {method.toUpperCase()}
        </button>
      </div>
      <div aria-live="polite" class="stack">
        {failure === undefined ? null : <Failure error={failure} />}
        {answer === undefined ? null : (
          <>
            <b>{answer.status}</b>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <pre class="answer" tabIndex={0}>
              {answer.text.slice(0, 100_000)}
            </pre>
          </>
        )}
      </div>
    </form>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // NDJSON is several values.
    return text
  }
}
