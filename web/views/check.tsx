/** Check: what a text matches, as it is typed, with the parts that stand elsewhere marked and linked to their source. */
import { useEffect, useState } from 'preact/hooks'
import type { IndexMatch } from '../../src/online/index/documents/index-types.ts'
import type { CollectionInfo } from '../../src/server/client/client-types.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { askDocument, textIn } from '../data/collection-findings.ts'
import { engine } from '../data/engine.ts'
import { cuttingOptions } from '../data/findings.ts'
import { idKey } from '../data/ids.ts'
import { ask, collectionPath } from '../data/requests.ts'
import { count, percent, plural } from '../parts/figures.tsx'
import { Empty, Show, useLoaded } from '../parts/loaded.tsx'
import { DocumentText } from '../parts/marked-text.tsx'
import { Wide } from '../parts/wide.tsx'
import type { Piece } from '../text/places.ts'
import { sharedPieces, wordsOf } from '../text/shared.ts'

/** Further matches are listed without their texts. */
const mostSources = 8
const typingPauseMs = 250

interface Source {
  readonly match: IndexMatch
  readonly text: string | undefined
}

interface Checked {
  readonly matches: readonly IndexMatch[]
  readonly sources: readonly Source[]
  readonly pieces: readonly Piece[]
  /** Shingles of the text that a source has, and all of them. */
  readonly elsewhere: number
  readonly shingles: number
}

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
    async signal => (text.trim() === '' ? undefined : checked({ name, options, text }, signal)),
    [name, text],
  )
  return (
    <Show of={loaded} what="matches">
      {found =>
        found === undefined ? (
          <p class="muted">Matches appear as you type.</p>
        ) : (
          <Matches found={found} name={name} />
        )
      }
    </Show>
  )
}

async function checked({ name, options, text }: AnswerProps, signal: AbortSignal): Promise<Checked> {
  const path = collectionPath(name)
  const { matches } = await ask<{ matches: readonly IndexMatch[] }>(`${path}/check`, {
    method: 'POST',
    signal,
    body: { text },
  })
  const sources = await Promise.all(
    matches.slice(0, mostSources).map(async match => {
      const shown = textIn(await askDocument(path, match.id, signal), options)
      return { match, text: 'text' in shown ? shown.text : undefined }
    }),
  )
  const cutting = cuttingOptions(options)
  const { shingles } = await engine()
  const own = await shingles(text, cutting)
  const sets = await Promise.all(
    sources.map(async source => new Set(await shingles(source.text ?? '', cutting))),
  )
  return {
    matches,
    sources,
    pieces: await sharedPieces(text, await wordsOf(text, cutting), sets, options),
    elsewhere: own.filter(shingle => sets.some(set => set.has(shingle))).length,
    shingles: own.length,
  }
}

/** Brings a source into view; the address keeps the state of the view, so it cannot name a place in the page. */
function showSource(mark: number): void {
  const source = document.getElementById(`source-${mark}`)
  source?.scrollIntoView({ block: 'center' })
  source?.focus({ preventScroll: true })
}

function Matches({
  found: { matches, sources, pieces, elsewhere, shingles },
  name,
}: {
  readonly found: Checked
  readonly name: string
}) {
  if (matches.length === 0)
    return (
      <Empty title="No match">
        <span>No document of {name} is as similar as its threshold asks.</span>
      </Empty>
    )
  return (
    <>
      <p role="status">
        <b>{plural(matches.length, 'match', 'matches')}</b>;{' '}
        {percent(shingles === 0 ? 0 : elsewhere / shingles)} of {plural(shingles, 'shingle')} of this text{' '}
        {elsewhere === 1 ? 'stands' : 'stand'} elsewhere.
      </p>
      <div class="pair-texts">
        <DocumentText label="Your text, marked">
          {pieces.map(({ text, mark }, at) => {
            if (mark === 0) return text
            const { match } = sources[mark - 1]
            return (
              <mark key={at} title={`stands in ${match.id}`}>
                <a
                  class="source"
                  href={location.hash}
                  onClick={event => {
                    event.preventDefault()
                    showSource(mark)
                  }}
                >
                  {text}
                  <sup>{mark}</sup>
                </a>
              </mark>
            )
          })}
        </DocumentText>
        <Wide label="Matches">
          <table>
            <thead>
              <tr>
                <th class="number">Source</th>
                <th>Document</th>
                <th class="number">Similarity</th>
                <th>Measure</th>
              </tr>
            </thead>
            <tbody>
              {matches.slice(0, 100).map((match, at) => (
                <tr key={idKey(match.id)}>
                  <td class="number">{at < mostSources ? at + 1 : ''}</td>
                  <th scope="row" dir="auto" class="id">
                    {String(match.id)}
                  </th>
                  <td class="number">{percent(match.similarity)}</td>
                  <td>{match.measure}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {matches.length > 100 ? (
            <p class="small muted">The first 100 of {count(matches.length)}.</p>
          ) : null}
        </Wide>
      </div>
      <h2>Sources</h2>
      <div class="columns">
        {sources.map(({ match, text }, at) => (
          <section
            key={idKey(match.id)}
            id={`source-${at + 1}`}
            class="panel"
            tabIndex={-1}
            aria-label={`Source ${at + 1}`}
          >
            <h3 dir="auto">
              {at + 1}. <span class="id">{String(match.id)}</span>{' '}
              <span class="muted">{percent(match.similarity)}</span>
            </h3>
            <DocumentText label={`Text of ${match.id}`}>
              {text?.slice(0, 20_000) ?? 'This collection keeps no texts.'}
            </DocumentText>
          </section>
        ))}
      </div>
    </>
  )
}
