/** Columns of a pair: how far two records agree in each, what that weighs, and the probability that decides. */
import type { PairByColumns, PairFate } from '../../src/methods/contract/pair-by-columns.ts'
import { Figures, percent } from '../parts/figures.tsx'
import { number, Table } from '../parts/table.tsx'

const fates: Readonly<Record<PairFate, string>> = {
  equal: 'They have the same words, column by column.',
  match: 'The score reaches the threshold.',
  below: 'The score stays below the threshold.',
  rival: 'The score reaches the threshold, but one of the two matches another record better.',
  sparse: 'Fewer than two columns have a value in both.',
  'must-agree': 'A column does not meet its gate.',
  'no-candidate': 'They have too little in common to be compared.',
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`

interface PairColumnsProps {
  readonly pair: PairByColumns
  /** Whether only these two records were looked at, without what a run learns from all of them. */
  readonly isAlone: boolean
}

export function PairColumns({ pair, isAlone }: PairColumnsProps) {
  const { fate, decidedBy, columns } = pair
  return (
    <section class="panel" aria-label="Columns">
      <h2>Columns</h2>
      <p>
        {fates[fate]}{' '}
        {decidedBy === 'text' ? 'The similarity of the whole texts decided, not the columns.' : ''}
        {isAlone
          ? ' Measured here on these two records alone; a run learns its weights from all of them.'
          : ''}
      </p>
      <Scores pair={pair} />
      {columns.length === 0 ? null : <ColumnTable pair={pair} />}
    </section>
  )
}

function Scores({
  pair: { decidedBy, score, threshold, prior, weight, alone },
}: {
  readonly pair: PairByColumns
}) {
  const isText = decidedBy === 'text'
  const optional = [
    ['Prior', prior, 'share of matches among the candidates', percent],
    ['Weight', weight, 'sum of the weights of all columns', signed],
    ['Alone', alone, 'the probability if neither had another candidate', percent],
  ] as const
  return (
    <Figures
      of={[
        {
          name: isText ? 'Similarity' : 'Probability',
          value: score === null ? '–' : percent(score),
          title: isText ? 'of the whole texts' : 'that the two are the same',
        },
        { name: 'Threshold', value: percent(threshold), title: 'a match needs this score' },
        ...optional.flatMap(([name, value, title, shown]) =>
          value === undefined ? [] : [{ name, value: shown(value), title }],
        ),
      ]}
    />
  )
}

function ColumnTable({ pair: { decidedBy, columns, text } }: { readonly pair: PairByColumns }) {
  const hasText = decidedBy === 'columns' && text.similarity !== null
  return (
    <Table
      label="Columns of the two records"
      heads={[
        'Column',
        { name: 'Kind', title: 'what its values are' },
        'First',
        'Second',
        { name: 'Agreement', title: 'from different to equal' },
        number('Weight', 'what the agreement adds to the weight of the pair'),
      ]}
    >
      {columns.map(({ name, kind, a, b, level, levels, agreement, weight }) => (
        <tr key={name}>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>{kind}</td>
          <td dir="auto">{a}</td>
          <td dir="auto">{b}</td>
          <td title={level === null ? undefined : `level ${level} of ${levels - 1}`}>{agreement}</td>
          <td class="number">{weight === null ? '–' : signed(weight)}</td>
        </tr>
      ))}
      {hasText ? (
        <tr>
          <th scope="row">whole text</th>
          <td>text</td>
          <td colSpan={2} />
          <td>{percent(text.similarity as number)} similar</td>
          <td class="number">{text.weight === null ? '–' : signed(text.weight)}</td>
        </tr>
      ) : null}
    </Table>
  )
}
