/** New collection: the options that a collection keeps, and a button that makes it. */

import { useState } from 'preact/hooks'
import { methodNames } from '../../src/methods/methods.ts'
import { go, hrefOf } from '../app/route.ts'
import { ask, collectionPath } from '../data/requests.ts'
import { useAttempt } from '../parts/attempt.ts'
import { NameNotice, nameProblem } from '../parts/collection-name.tsx'
import { Failure } from '../parts/loaded.tsx'

interface Wanted {
  readonly name: string
  readonly method: string
  readonly threshold: string
  /** Fields, separated by commas. */
  readonly text: string
  /** Minimum number of words of a passage; empty: no passages. */
  readonly passages: string
}

const start: Wanted = { name: '', method: 'minhash', threshold: '0.8', text: 'text', passages: '' }

/** The body of the request. */
function optionsOf({ method, threshold, text, passages }: Wanted): object {
  const fields = text.split(',').map(field => field.trim())
  return {
    method,
    threshold: Number(threshold),
    text: fields.filter(field => field !== ''),
    ...(passages !== '' && { passages: { least: Number(passages) } }),
  }
}

export function NewCollection() {
  const [wanted, setWanted] = useState(start)
  const { attempt, failure } = useAttempt()
  const make = (event: SubmitEvent) => {
    event.preventDefault()
    if (nameProblem(wanted.name) !== undefined) return
    attempt(async () => {
      await ask(collectionPath(wanted.name), { method: 'PUT', body: optionsOf(wanted) })
      go(hrefOf(['c', wanted.name, 'imports']))
    })
  }
  return (
    <form class="panel" onSubmit={make}>
      <h2>Make a collection</h2>
      <div class="row end">
        <Fields wanted={wanted} onChange={change => setWanted({ ...wanted, ...change })} />
        <button class="primary" type="submit">
          Make it
        </button>
      </div>
      <NameNotice name={wanted.name} onUse={name => setWanted({ ...wanted, name })} />
      <p class="small muted">
        These options never change: another threshold or method is another collection.
      </p>
      <Failure error={failure} />
    </form>
  )
}

interface FieldsProps {
  readonly wanted: Wanted
  readonly onChange: (change: Partial<Wanted>) => void
}

function Fields({ wanted, onChange }: FieldsProps) {
  const input = (name: keyof Wanted) => ({
    value: wanted[name],
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <label class="field">
        <span>Name</span>
        <input required autocomplete="off" {...input('name')} />
      </label>
      <label class="field">
        <span>Method</span>
        <select {...input('method')}>
          {methodNames.map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label class="field" title="minimum similarity of a match">
        <span>Threshold, up to 1</span>
        <input type="number" min="0.01" max="1" step="0.01" {...input('threshold')} />
      </label>
      <label class="field" title="fields that make up the text of a document, separated by commas">
        <span>Text fields</span>
        <input {...input('text')} />
      </label>
      <label
        class="field"
        title="also find exact passages of a checked text, of at least this number of words; empty: none"
      >
        <span>Passages from, words</span>
        <input type="number" min="1" class="short" placeholder="none" {...input('passages')} />
      </label>
    </>
  )
}
