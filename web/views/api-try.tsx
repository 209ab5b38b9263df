/** A form that sends a request of the API. */

import { useState } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'
import { Refused, send } from '../data/requests.ts'
import { Failure } from '../parts/loaded.tsx'
import { exampleOf, written } from './api-schema.tsx'
import type { Place } from './api-types.ts'

interface Answer {
  readonly status: string
  readonly text: string
}

/** A form that sends the request from here, with the key of the session. */
export function TryIt({ place: { path, method, operation } }: { readonly place: Place }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const json = operation.requestBody?.content['application/json']
  const [body, setBody] = useState(() => (json === undefined ? '' : (written(exampleOf(json)) ?? '')))
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<unknown>()
  const parameters = (operation.parameters ?? []).filter(({ in: where }) => where !== 'header')
  const run = async (event: SubmitEvent) => {
    event.preventDefault()
    setFailure(undefined)
    try {
      setAnswer(await answerOf({ path, method, parameters, values, body }))
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
              value={ownValue(values, name) ?? ''}
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
        {answer === undefined ? null : <AnswerView answer={answer} />}
      </div>
    </form>
  )
}

function AnswerView({ answer: { status, text } }: { readonly answer: Answer }) {
  return (
    <>
      <b>{status}</b>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre class="answer" tabIndex={0}>
        {text.slice(0, 100_000)}
      </pre>
    </>
  )
}

interface Trial {
  readonly path: string
  readonly method: string
  readonly parameters: NonNullable<Place['operation']['parameters']>
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

/** @throws Refused; SyntaxError for a body that is no JSON */
async function answerOf({ path, method, parameters, values, body }: Trial): Promise<Answer> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ownValue(values, name) ?? ''),
  )
  const named = parameters.filter(({ in: where, name }) => where === 'query' && ownValue(values, name))
  const query = Object.fromEntries(named.map(({ name }) => [name, ownValue(values, name)]))
  const given = body === '' ? {} : { body: JSON.parse(body) as unknown }
  const response = await send(target, { method: method.toUpperCase() as 'GET', query, ...given })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: `${response.status} ${response.statusText}`,
    text: isJson && text !== '' ? indented(text) : text,
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // NDJSON is several values.
    return text
  }
}
