/** Overview of passages: how much of the documents is repeated, what is repeated most, and which documents hold it. */
import type { NamedDocument, PassagesData } from '../../src/files/report-page/report-data.ts'
import { Heading } from '../app/shell.tsx'
import { Bars, twentieths } from '../parts/chart.tsx'
import { bytes, count, type Figure, Figures, percent, plural } from '../parts/figures.tsx'
import { Empty } from '../parts/loaded.tsx'
import { DocumentText } from '../parts/marked-text.tsx'
import { number, Table } from '../parts/table.tsx'
import { Options, Skipped, Stages } from './overview-details.tsx'

interface PassagesProps {
  readonly data: PassagesData
}

export function PassagesOverview({ data }: PassagesProps) {
  const { report, passages, mostRepeated, shares } = data
  return (
    <>
      <Heading lead={leadOf(data)}>Overview</Heading>
      <Figures of={figuresOf(data)} />
      {passages.length === 0 ? (
        <Empty title="No passage is repeated">
          <span>No run of that length stands in two places.</span>
        </Empty>
      ) : null}
      <div class="columns">
        <section class="panel" aria-label="Shares">
          <h2>Documents by the share that is repeated</h2>
          <Bars
            title="Documents by the share of their words in passages"
            unit="share of the words in passages"
            counted="documents"
            bars={twentieths(shares)}
          />
        </section>
        <Skipped report={report} />
      </div>
      {passages.length === 0 ? null : <PassageList passages={passages} total={report.counts.passages} />}
      {mostRepeated.length === 0 ? null : <DocumentTable data={data} />}
      <CoveredTable data={data} />
      <Stages report={report} />
      <Options report={report} />
    </>
  )
}

const units = { tokens: 'words', lines: 'lines', paragraphs: 'paragraphs' } as const

function leadOf({ report: { passages, versions, counts } }: PassagesData): string {
  const { least, unit, cut } = passages
  const what =
    unit === 'tokens' ? `runs of ${least} words or more` : `${units[unit]} of ${least} words or more`
  const where = counts.against === undefined ? 'that stand earlier' : 'that stand on the other side'
  const kept =
    cut === 'none' ? 'nothing is cut' : `kept documents lose ${cut === 'all' ? 'all' : 'later'} copies`
  return `nearsame ${versions.nearsame} passages: ${what} ${where}; ${kept}.`
}

function figuresOf({ report: { counts }, documents, repeatedBytes }: PassagesData): Figure[] {
  const { read, against, tokens, repeated, passages, withPassages, contaminated, dropped, kept, bad } =
    counts
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const optional = [
    ['Other side', against, 'documents of the other side'],
    ['Contaminated', contaminated, 'documents of the other side of which enough stands in the inputs'],
  ] as const
  return [
    { name: 'Read', value: count(read), unit: 'documents' },
    ...optional.flatMap(([name, value, title]) =>
      value === undefined ? [] : [{ name, value: count(value), title }],
    ),
    { name: 'Passages', value: count(passages), title: 'runs that stand elsewhere, too' },
    {
      name: 'With passages',
      value: count(withPassages),
      unit: 'documents',
      title: `${percent(share(withPassages, documents))} of all`,
    },
    {
      name: 'Repeated words',
      value: percent(share(repeated, tokens)),
      title: `${count(repeated)} of ${count(tokens)} words stand in passages`,
    },
    { name: 'In passages', value: bytes(repeatedBytes), title: 'bytes of text' },
    { name: 'Dropped', value: count(dropped), title: 'documents of which too little is left' },
    { name: 'Kept', value: count(kept), title: 'documents, those with cuts included' },
    { name: 'Skipped', value: count(bad), title: 'bad records' },
  ]
}

const name = ({ id, at }: NamedDocument) => (
  <span class="id" dir="auto" title={at}>
    {String(id)}
  </span>
)

interface PassageListProps {
  readonly passages: PassagesData['passages']
  readonly total: number
}

const mostOpen = 5

function PassageList({ passages, total }: PassageListProps) {
  return (
    <section class="stack" aria-label="Most repeated passages">
      <h2>Most repeated</h2>
      <p class="small muted">
        {plural(passages.length, 'text')} behind {plural(total, 'passage')}, those with most repeated words
        first; each as it stands in its first document.
      </p>
      {passages.map(({ text, isCut, tokens, repeated, places, others, ...first }, at) => (
        <details key={at} open={at < mostOpen}>
          <summary>
            {plural(tokens, 'word')} in {plural(places, 'place')}, first in {name(first)}
            {repeated > tokens * (places - 1) ? `; its copies go on to ${plural(repeated, 'word')}` : ''}
          </summary>
          <DocumentText label={`Passage ${at + 1}`}>
            {text}
            {isCut ? ' …' : ''}
          </DocumentText>
          <p class="small">
            Also in{' '}
            {others.map((other, place) => (
              <span key={place}>
                {place === 0 ? '' : ', '}
                {name(other)}
              </span>
            ))}
            {others.length === 0 ? 'the same document' : ''}
            {places - 1 > others.length && others.length > 0 ? ' and further places' : ''}
          </p>
        </details>
      ))}
    </section>
  )
}

function DocumentTable({ data: { mostRepeated, report } }: PassagesProps) {
  return (
    <section class="stack" aria-label="Documents with most repeated words">
      <h2>Documents with most repeated words</h2>
      <p class="small muted">
        {count(mostRepeated.length)} of {plural(report.counts.withPassages, 'document')} with passages.
      </p>
      <Table
        label="Table of documents"
        heads={['Document', number('Words'), number('Repeated'), number('Share')]}
      >
        {mostRepeated.map(({ tokens, repeated, ...document }) => (
          <tr key={document.at}>
            <th scope="row">{name(document)}</th>
            <td class="number">{count(tokens)}</td>
            <td class="number">{count(repeated)}</td>
            <td class="number">{percent(repeated / tokens)}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

/** Documents of the other side of which passages stand in the inputs. */
function CoveredTable({ data: { report, covered } }: PassagesProps) {
  const items = report.covered ?? []
  if (items.length === 0) return null
  return (
    <section class="stack" aria-label="Documents of the other side">
      <h2>Documents of the other side</h2>
      <p class="small muted">
        {count(items.length)} of {plural(covered, 'document')} with passages.
      </p>
      <Table
        label="Table of the other side"
        heads={['Document', number('Words'), number('In passages'), 'Verdict', 'By']}
      >
        {items.map(item => (
          <tr key={item.at}>
            <th scope="row">{name(item)}</th>
            <td class="number">{count(item.tokens)}</td>
            <td class="number">{percent(item.share)}</td>
            <td>
              <span class={item.isContaminated ? 'tag removed' : 'tag'}>
                {item.isContaminated ? 'contaminated' : 'below the limit'}
              </span>
            </td>
            <td dir="auto">{item.by.join(', ')}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
