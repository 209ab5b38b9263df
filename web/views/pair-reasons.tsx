/** Reasons: how similar two documents are by each measure, which bands met, and what would change the verdict. */
import type { TextExplanation } from '../../src/engine/library/explain.ts'
import { type MeasureName, pairValues } from '../../src/methods/contract/measures.ts'
import { count, Figures, percent, share, Tag } from '../parts/figures.tsx'
import { Table } from '../parts/table.tsx'

interface PairReasonsProps {
  /** As the other views name what the method measures. */
  readonly measure: string
  /** Why one of the two is kept; may be empty. */
  readonly rule: string
  readonly explanation: TextExplanation
}

export function PairReasons({ measure, rule, explanation }: PairReasonsProps) {
  const { kind, matches, decided } = explanation
  return (
    <section class="panel" aria-label="Reasons">
      <div class="row">
        <Tag kind={kind} />
        <strong>{matches ? 'They match' : 'They do not match'}</strong>
        <span>{verdictOf(explanation, measure)}</span>
      </div>
      <p>
        {flipOf(explanation)} {rule}
      </p>
      {decided === undefined ? (
        <Measures explanation={explanation} />
      ) : (
        <details>
          <summary>Shingles of the texts, which do not decide here</summary>
          <Measures explanation={explanation} />
        </details>
      )}
      <Bands explanation={explanation} />
      <ShingleLists explanation={explanation} />
    </section>
  )
}

function Measures({ explanation: { measures } }: { readonly explanation: TextExplanation }) {
  return (
    <Figures
      of={[
        {
          name: 'Jaccard',
          value: percent(measures.jaccard),
          title: 'shared shingles divided by all shingles of both',
        },
        {
          name: 'Containment',
          value: percent(measures.containment),
          title: 'shared shingles divided by those of the smaller text',
        },
        {
          name: 'Estimate',
          value: percent(measures.estimate),
          title: 'Jaccard as the two signatures estimate it',
        },
        { name: 'Shared', value: count(measures.shared), unit: 'shingles' },
        { name: 'Only the first', value: count(measures.onlyA), unit: 'shingles' },
        { name: 'Only the second', value: count(measures.onlyB), unit: 'shingles' },
      ]}
    />
  )
}

/** @param shownMeasure the name of what the method measures, as the other views have it */
function verdictOf(explanation: TextExplanation, shownMeasure: string): string {
  const { kind, matches, measure, measures, threshold, decided, signatures, bandsMet, agree } = explanation
  if (kind === 'exact') return 'The texts are equal, byte for byte.'
  if (kind === 'normalised')
    return 'They have the same words in the same order; only case, blanks or punctuation differ.'
  if (signatures !== undefined)
    return `The method ${signatures.method} calls texts of equal signature the same; these are ${signatures.areEqual ? 'equal' : 'not equal'}.`
  if (decided !== undefined)
    return decided.value === null
      ? `The method ${decided.method} does not pair them.`
      : `The method ${decided.method} pairs them: ${shownMeasure.replaceAll('-', ' ')} ${shownValue(decided)}.`
  const value = measures[measure]
  if (matches) return `Their ${measure} is ${share(value)}, and a match needs ${threshold}.`
  if (value >= threshold)
    return `Their ${measure} of ${share(value)} would do, but only ${bandsMet.length} of the ${agree} bands needed to be measured agree.`
  return `Their ${measure} is ${share(value)}, below the threshold of ${threshold}.`
}

/** Shares in percent, as lists show them. */
function shownValue({ measure, value }: NonNullable<TextExplanation['decided']>): string {
  return pairValues[measure as MeasureName].isShare ? percent(value as number) : String(value)
}

/** Which threshold would flip the verdict. */
function flipOf({
  kind,
  measure,
  measures,
  bandsMet,
  agree,
  decided,
  signatures,
}: TextExplanation): string {
  if (kind === 'exact' || kind === 'normalised') return 'No threshold separates them.'
  if (decided !== undefined || signatures !== undefined) return 'No threshold decides this method.'
  const value = measures[measure]
  if (value === 0) return 'No threshold joins them.'
  if (bandsMet.length < agree)
    return 'A lower threshold or a higher recall chooses other bands, which may find the pair.'
  return `They match at every threshold up to ${share(value)} and at none above.`
}

function Bands({
  explanation: { bands, rows, agree, bandsMet },
}: {
  readonly explanation: TextExplanation
}) {
  if (bands === 0) return null
  const met = new Set(bandsMet)
  return (
    <details open={bands <= 40}>
      <summary>
        {met.size} of {bands} bands of {rows} values agree; {agree} must, so that a run measures the pair
      </summary>
      <div class="bands">
        {Array.from({ length: bands }, (_, band) => (
          <span
            key={band}
            class={met.has(band) ? 'met' : ''}
            title={`band ${band} ${met.has(band) ? 'agrees' : 'differs'}`}
          >
            {band}
          </span>
        ))}
      </div>
    </details>
  )
}

function ShingleLists({ explanation }: { readonly explanation: TextExplanation }) {
  const lists = [
    ['Both', explanation.sharedShingles],
    ['Only the first', explanation.onlyAShingles],
    ['Only the second', explanation.onlyBShingles],
  ] as const
  return (
    <details>
      <summary>Shingles, the first twenty of each</summary>
      <Table label="Shingles" heads={lists.map(([name]) => name)}>
        <tr>
          {lists.map(([name, shingles]) => (
            <td key={name}>
              {shingles.map(shingle => (
                <div key={shingle} dir="auto">
                  {shingle}
                </div>
              ))}
            </td>
          ))}
        </tr>
      </Table>
    </details>
  )
}
