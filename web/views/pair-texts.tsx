/** Texts of a pair: with their differences, side by side or in one, with shared shingles, or with common passages. */
import type { CommonPassage } from '../../src/engine/explain/explanation.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { bytes, plural } from '../parts/figures.tsx'
import { Empty } from '../parts/loaded.tsx'
import { InlineText } from '../parts/marked-text.tsx'
import { type Side, SideBySide, unmarked } from '../parts/side-by-side.tsx'
import { type ComparedTexts, mostShown } from '../text/compared.ts'
import { spanPieces } from '../text/spans.ts'
import type { Comparing } from './pair.tsx'

interface PairTextsProps {
  readonly route: Route
  readonly found: Comparing
  readonly names: readonly [string, string]
}

export function PairTexts({ route, found, names }: PairTextsProps) {
  const { texts, shown, absent, isCut, passages } = found
  if (texts === undefined) return <Empty title="Texts are not shown">{absent}</Empty>
  if (shown === undefined) return <LongTexts texts={texts} names={names} />
  const mode = route.query.get('mode') ?? 'side'
  return (
    <section class="stack" aria-label="Texts">
      <div class="row no-print">
        {Object.entries(modes).map(([name, title]) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            class={mode === name ? 'primary' : ''}
            onClick={() => changeQuery(route, { mode: name }, true)}
          >
            {title}
          </button>
        ))}
        <Legend mode={mode} passages={passages} />
      </div>
      {isCut ? (
        <p class="notice">
          The report cut these texts at 20 KB, so what is measured here may differ from the run.
        </p>
      ) : null}
      {mode === 'inline' ? (
        <InlineText pieces={shown.inline} label={`${names[0]} and ${names[1]} in one text`} />
      ) : (
        <SideBySide
          sides={sidesOf(mode, texts, shown, passages).map((side, at) => ({ name: names[at], ...side }))}
          isNumbered={mode === 'passages'}
        />
      )}
    </section>
  )
}

const modes = {
  side: 'Differences',
  inline: 'In one text',
  shared: 'Shared shingles',
  passages: 'Common passages',
} as const

function sidesOf(
  mode: string,
  [a, b]: readonly [string, string],
  { shared, diff }: ComparedTexts,
  passages: readonly CommonPassage[],
): readonly Omit<Side, 'name'>[] {
  if (mode === 'passages') {
    // One class for all: neighbours differ by their numbers.
    const classes = passages.map(() => 'shared')
    const [ofA, ofB] = (['a', 'b'] as const).map(side =>
      passages.map((passage, at) => ({ ...passage[side], mark: at + 1 })),
    )
    return [
      { pieces: spanPieces(a, ofA), classes },
      { pieces: spanPieces(b, ofB), classes },
    ]
  }
  if (mode === 'shared') {
    const classes = ['shared']
    return [
      { pieces: shared.a, classes },
      { pieces: shared.b, classes },
    ]
  }
  return [
    { pieces: diff.a, classes: ['only-a', 'moved'] },
    { pieces: diff.b, classes: ['only-b', 'moved'] },
  ]
}

interface LongTextsProps {
  readonly texts: readonly [string, string]
  readonly names: readonly [string, string]
}

function LongTexts({ texts, names }: LongTextsProps) {
  const [a, b] = texts.map(text => bytes(text.length))
  return (
    <>
      <p class="notice">
        These texts are too long to mark ({a} and {b}); their beginnings:
      </p>
      <SideBySide sides={texts.map((text, at) => unmarked(names[at], text.slice(0, mostShown / 4)))} />
    </>
  )
}

interface LegendProps {
  readonly mode: string
  readonly passages: readonly CommonPassage[]
}

function Legend({ mode, passages }: LegendProps) {
  if (mode === 'shared') return <span class="small muted">underlined: shingles that both texts have</span>
  if (mode === 'passages') {
    const tokens = passages.reduce((sum, passage) => sum + passage.tokens, 0)
    return (
      <span class="small muted">
        {passages.length === 0
          ? 'no run of eight words or more stands in both'
          : `${plural(passages.length, 'run')} of eight words or more in both, ${plural(tokens, 'word')} in all`}
      </span>
    )
  }
  return (
    <span class="small">
      <span class="tag removed">only in the first</span> <span class="tag kept">only in the second</span>{' '}
      <span class="tag moved-tag">moved</span>
    </span>
  )
}
