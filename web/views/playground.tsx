/** Playground: texts compared in the browser by every method side by side, with what each sees and misses. */

import { useEffect, useState } from 'preact/hooks'
import { ownValue } from '../../src/ground/json/field.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { engine } from '../data/engine.ts'
import { share } from '../parts/figures.tsx'
import { Show, useLoaded } from '../parts/loaded.tsx'
import { Table } from '../parts/table.tsx'
import { type Card, type FoundPair, methodCards } from './method-cards.ts'

const examples: Readonly<Record<string, readonly string[]>> = {
  'One word changed': [
    'The old stone bridge over the river is closed for repairs until Monday, the city council said in the morning.',
    'The old stone bridge over the river is closed for repairs until Tuesday, the city council said in the morning.',
  ],
  'Only case and punctuation': ['Café “Zur Brücke”, Lindenstraße 5', 'CAFÉ zur brücke – lindenstrasse 5'],
  'The same sentences in another order': [
    'Bring the water to the boil. Add the salt and the noodles. Stir them well and wait for nine minutes before you serve.',
    'Add the salt and the noodles. Stir them well and wait for nine minutes before you serve. Bring the water to the boil.',
  ],
  'Two addresses': [
    'arnie morton’s of chicago 435 s. la cienega blv.',
    "arnie morton's of chicago 435 s la cienega blvd",
  ],
  'A part of a longer text': [
    'All rooms have a shower and a view of the lake.',
    'The hotel opened in 1911 and was rebuilt twice. All rooms have a shower and a view of the lake. Breakfast is served until ten, and the boat to the island leaves every hour from the pier behind the garden.',
  ],
  中文: [
    '昨天晚上市政府宣布，老石桥将关闭维修到星期一。',
    '昨天晚上市政府宣布，老石桥将关闭维修到星期二。',
  ],
}

export function Playground({ route }: { readonly route: Route }) {
  const given = route.query.getAll('t')
  const [texts, setTexts] = useState<readonly string[]>(
    given.length >= 2 ? given : examples['One word changed'],
  )
  useEffect(() => {
    if (given.length >= 2 && given.join('\0') !== texts.join('\0')) setTexts(given)
  }, [route.query.toString()])
  const change = (next: readonly string[]) => {
    setTexts(next)
    const query = new URLSearchParams(next.map(text => ['t', text]))
    // A long address breaks in mails, so long texts stay in the page only.
    if (String(query).length < 6000) history.replaceState(null, '', `#/${route.path.join('/')}?${query}`)
    else changeQuery(route, { t: undefined })
  }
  return (
    <>
      <Heading lead="Nothing leaves this page: the texts are compared here, by the same code as on the command line and the server.">
        Playground
      </Heading>
      <div class="row end">
        <label class="field">
          <span>Example</span>
          <select onChange={event => change(ownValue(examples, event.currentTarget.value) ?? texts)}>
            <option value="">choose …</option>
            {Object.keys(examples).map(name => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => change([...texts, ''])} disabled={texts.length >= 8}>
          Add a text
        </button>
      </div>
      <div class="columns">
        {texts.map((text, at) => (
          <TextField
            key={at}
            text={text}
            number={at + 1}
            onInput={given => change(texts.map((old, i) => (i === at ? given : old)))}
            onRemove={texts.length > 2 ? () => change(texts.filter((_, i) => i !== at)) : undefined}
          />
        ))}
      </div>
      <Results texts={texts} />
    </>
  )
}

interface TextFieldProps {
  readonly text: string
  readonly number: number
  readonly onInput: (text: string) => void
  /** Undefined: it stays. */
  readonly onRemove: (() => void) | undefined
}

function TextField({ text, number, onInput, onRemove }: TextFieldProps) {
  return (
    <div class="stack">
      <label class="field">
        <span>Text {number}</span>
        <textarea rows={5} dir="auto" value={text} onInput={event => onInput(event.currentTarget.value)} />
      </label>
      {onRemove === undefined ? null : (
        <div>
          <button type="button" onClick={onRemove}>
            Remove text {number}
          </button>
        </div>
      )}
    </div>
  )
}

interface Verdict {
  readonly card: Card
  readonly pairs: readonly FoundPair[]
  readonly failure?: string
}

async function verdictsOf(texts: readonly string[]): Promise<readonly Verdict[]> {
  const library = await engine()
  return Promise.all(
    methodCards.map(async card => {
      try {
        return { card, pairs: await card.compare(texts, library) }
      } catch (error) {
        return { card, pairs: [], failure: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}

function Results({ texts }: { readonly texts: readonly string[] }) {
  const loaded = useLoaded(() => verdictsOf(texts), [texts.join('\0')])
  const first = useLoaded(async () => (await engine()).explain(texts[0], texts[1]), [texts[0], texts[1]])
  return (
    <>
      <Show of={first} what="the comparison">
        {({ measures, bandsMet, bands, agree, rows }) => (
          <p class="small" aria-live="polite">
            Texts 1 and 2 share {measures.shared} of {measures.shared + measures.onlyA + measures.onlyB}{' '}
            runs of five words: Jaccard <b>{share(measures.jaccard)}</b>, containment{' '}
            <b>{share(measures.containment)}</b>, estimated {share(measures.estimate)} from signatures;{' '}
            {bandsMet.length} of {bands} bands of {rows} values agree, and {agree} must.
          </p>
        )}
      </Show>
      <Show of={loaded} what="the methods">
        {verdicts => (
          <Table label="Methods" heads={['Method', 'Says', 'Sees', 'Misses']}>
            {verdicts.map(({ card, pairs, failure }) => (
              <tr key={card.name}>
                <th scope="row">
                  <code>{card.name}</code>
                </th>
                <td>
                  {failure ? (
                    <span class="tag removed">{failure}</span>
                  ) : pairs.length === 0 ? (
                    <span class="tag">different</span>
                  ) : (
                    pairs.map(({ left, right, value }) => (
                      <div key={`${left} ${right}`}>
                        <span class="tag near">same</span> {left + 1} and {right + 1}{' '}
                        <span class="muted">{value}</span>
                      </div>
                    ))
                  )}
                </td>
                <td>{card.sees}</td>
                <td class="muted">{card.misses}</td>
              </tr>
            ))}
          </Table>
        )}
      </Show>
    </>
  )
}
