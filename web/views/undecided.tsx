/** Undecided pairs of a run: first of all, since they are no pairs until somebody decides. */
import type { RunReport } from '../../src/files/requests.ts'
import { undecidedOf } from '../../src/methods/contract/undecided.ts'
import { plural } from '../parts/figures.tsx'

export function Undecided({ report }: { readonly report: RunReport }) {
  const { pairs, patterns } = undecidedOf(report.notes) ?? { pairs: 0, patterns: [] }
  if (pairs === 0) return null
  return (
    <section class="panel" aria-label="Undecided pairs">
      <h2>{plural(pairs, 'undecided pair')}</h2>
      <p>
        They are no pairs until somebody decides: <code class="one-line">--review F</code> writes them,{' '}
        <code class="one-line">--decisions F</code> reads what you say of them.
      </p>
      <ul>
        {patterns.map(({ columns, pairs: some, example }) => (
          <li key={columns.join()}>
            {plural(some, 'pair')} that differ wholly in {columns.join(' and ')}: other people, or variants?
            <blockquote>
              {onOneLine(example.leftText)}
              <br />
              {onOneLine(example.rightText)}
            </blockquote>
          </li>
        ))}
      </ul>
    </section>
  )
}

function onOneLine(text: string): string {
  return text.split('\n').filter(Boolean).join(', ')
}
