/** Check answer: the text with its marks, the matches, and the sources that the marks lead to. */
import type { IndexMatch } from '../../src/online/index/documents/index-types.ts'
import { type CheckedText, mostSources, type Source } from '../data/checked-text.ts'
import { idKey } from '../data/ids.ts'
import { count, percent, plural } from '../parts/figures.tsx'
import { Empty } from '../parts/loaded.tsx'
import { DocumentText } from '../parts/marked-text.tsx'
import { number, Table } from '../parts/table.tsx'

interface CheckAnswerProps {
  readonly found: CheckedText
  readonly name: string
}

export function CheckAnswer({ found, name }: CheckAnswerProps) {
  const { matches, sources, elsewhere } = found
  if (matches.length === 0 && elsewhere === 0)
    return (
      <Empty title="No match">
        <span>
          No document of {name} is as similar as its threshold asks
          {found.unit === 'word' ? ', and none has a passage of this text' : ''}.
        </span>
      </Empty>
    )
  return (
    <>
      <Summary found={found} />
      <div class="pair-texts">
        <MarkedInput found={found} />
        {matches.length === 0 ? null : <MatchTable matches={matches} sources={sources} />}
      </div>
      <h2>Sources</h2>
      <div class="columns">
        {sources.map((source, at) => (
          <SourcePanel key={idKey(source.id)} source={source} number={at + 1} />
        ))}
      </div>
      {found.more > 0 ? (
        <p class="small muted">{plural(found.more, 'further document')} not shown.</p>
      ) : null}
    </>
  )
}

function Summary({ found: { matches, elsewhere, parts, unit, isCut } }: { readonly found: CheckedText }) {
  const where = unit === 'word' ? 'in passages that stored documents have word for word' : 'elsewhere'
  return (
    <p role="status">
      <b>{plural(matches.length, 'match', 'matches')}</b>; {percent(parts === 0 ? 0 : elsewhere / parts)} of{' '}
      {plural(parts, unit)} of this text {elsewhere === 1 ? 'stands' : 'stand'} {where}.
      {isCut ? ' Too many documents have parts of it to read them all: there may be more.' : ''}
    </p>
  )
}

/** Brings a source into view; the address keeps the state of the view, so it cannot name a place in the page. */
function showSource(mark: number): void {
  const source = document.getElementById(`source-${mark}`)
  source?.scrollIntoView({ block: 'center' })
  source?.focus({ preventScroll: true })
}

function MarkedInput({ found: { pieces, sources } }: { readonly found: CheckedText }) {
  return (
    <DocumentText label="Your text, marked">
      {pieces.map(({ text, mark }, at) =>
        mark === 0 ? (
          text
        ) : (
          <mark key={at} title={`stands in ${sources[mark - 1].id}`}>
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
        ),
      )}
    </DocumentText>
  )
}

const mostListed = 100

interface MatchTableProps {
  readonly matches: readonly IndexMatch[]
  readonly sources: readonly Source[]
}

function MatchTable({ matches, sources }: MatchTableProps) {
  const numbers = new Map(sources.map(({ id }, at) => [idKey(id), at + 1]))
  return (
    <>
      <Table label="Matches" heads={[number('Source'), 'Document', number('Similarity'), 'Measure']}>
        {matches.slice(0, mostListed).map(({ id, similarity, measure }) => (
          <tr key={idKey(id)}>
            <td class="number" title={`the first ${mostSources} are shown below`}>
              {numbers.get(idKey(id)) ?? ''}
            </td>
            <th scope="row" dir="auto" class="id">
              {String(id)}
            </th>
            <td class="number">{percent(similarity)}</td>
            <td>{measure}</td>
          </tr>
        ))}
      </Table>
      {matches.length > mostListed ? (
        <p class="small muted">
          The first {mostListed} of {count(matches.length)}.
        </p>
      ) : null}
    </>
  )
}

/** Characters of a source that are shown. */
const mostShown = 20_000

interface SourcePanelProps {
  readonly source: Source
  readonly number: number
}

function SourcePanel({ source: { id, similarity, pieces }, number }: SourcePanelProps) {
  return (
    <section id={`source-${number}`} class="panel" tabIndex={-1} aria-label={`Source ${number}`}>
      <h3 dir="auto">
        {number}. <span class="id">{String(id)}</span>{' '}
        <span class="muted">
          {similarity === undefined ? 'no match, but a passage' : percent(similarity)}
        </span>
      </h3>
      <DocumentText label={`Text of ${id}`}>
        {pieces === undefined
          ? 'This collection keeps no texts.'
          : pieces.map(({ text, mark }, at) => {
              const shown = text.slice(0, mostShown)
              return mark === 0 ? shown : <mark key={at}>{shown}</mark>
            })}
      </DocumentText>
    </section>
  )
}
