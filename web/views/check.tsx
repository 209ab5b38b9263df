/** Check: what a text matches, as it is typed, with the parts that stand elsewhere marked and linked to their source. */
import { useEffect, useState } from 'preact/hooks'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { checkedText } from '../data/checked-text.ts'
import { ask, collectionPath } from '../data/requests.ts'
import { Show, useLoaded } from '../parts/loaded.tsx'
import { CheckAnswer } from './check-answer.tsx'

const typingPauseMs = 250

interface CheckProps {
  readonly route: Route
  readonly name: string
}

/** A longer address breaks in mails. */
const mostInAddress = 3000

export function Check({ route, name }: CheckProps) {
  const [text, setText] = useState(() => route.query.get('text') ?? '')
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text)
      changeQuery(route, { text: text.length > mostInAddress ? undefined : text })
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const info = useLoaded(signal => ask<CollectionInfo>(collectionPath(name), { signal }), [name])
  const take = async (file: File | undefined) => {
    if (file !== undefined) setText(await file.text())
  }
  return (
    <>
      <Heading lead="Is something like this there already? Nothing is stored.">Check</Heading>
      <label
        class="field"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          take(event.dataTransfer?.files[0])
        }}
      >
        <span>Text; type, paste, or drop a file</span>
        <textarea rows={8} dir="auto" value={text} onInput={event => setText(event.currentTarget.value)} />
      </label>
      <Show of={info} what="settings">
        {({ options }) => <Answer name={name} options={options} text={settled} />}
      </Show>
    </>
  )
}

interface AnswerProps {
  readonly name: string
  /** Of the collection. */
  readonly options: CollectionInfo['options']
  readonly text: string
}

function Answer({ name, options, text }: AnswerProps) {
  const loaded = useLoaded(
    async signal => (text.trim() === '' ? undefined : checkedText({ name, options, text }, signal)),
    [name, text],
  )
  return (
    <Show of={loaded} what="matches">
      {found =>
        found === undefined ? (
          <p class="muted">Matches appear as you type.</p>
        ) : (
          <CheckAnswer found={found} name={name} />
        )
      }
    </Show>
  )
}
