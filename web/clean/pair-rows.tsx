/** Pair rows: two rows side by side, column by column, or two texts, with what differs marked. */
import type { DoubtPair, PairCell } from '../data/doubt-pairs.ts'
import { Loading, useLoaded } from '../parts/loaded.tsx'
import { ShownId } from '../parts/shown-id.tsx'
import { SideBySide, unmarked } from '../parts/side-by-side.tsx'
import { Wide } from '../parts/wide.tsx'
import { differing } from '../text/differing.ts'

export function PairRows({ pair }: { readonly pair: DoubtPair }) {
  const { id1, id2, cells } = pair
  const [first] = cells
  if (cells.length === 1 && first.name === '') return <TwoTexts pair={pair} cell={first} />
  return (
    <Wide label="The two rows">
      <table class="two-rows">
        <thead>
          <tr>
            <td />
            {[id1, id2].map(id => (
              <th key={id} scope="col">
                <ShownId id={id} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map(({ name, a, b }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td dir="auto">
                <Differing value={a} other={b} kind="only-a" />
              </td>
              <td dir="auto">
                <Differing value={b} other={a} kind="only-b" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

interface DifferingProps {
  readonly value: string
  readonly other: string
  readonly kind: string
}

function Differing({ value, other, kind }: DifferingProps) {
  if (value === '') return <span class="muted">(empty)</span>
  const [start, middle, end] = differing(value, other)
  return (
    <>
      {start}
      {middle === '' ? null : <mark class={kind}>{middle}</mark>}
      {end}
    </>
  )
}

interface TwoTextsProps {
  readonly pair: DoubtPair
  readonly cell: PairCell
}

/** Marked word by word, by the library. */
function TwoTexts({ pair: { id1, id2 }, cell: { a, b } }: TwoTextsProps) {
  const loaded = useLoaded(async () => {
    const { engine } = await import('../data/engine.ts')
    const { compared } = await import('../text/compared.ts')
    const { diff } = await (await engine()).explain(a, b, {})
    return { of: `${id1}\n${id2}`, diff: (await compared(a, b, diff, {})).diff }
  }, [a, b])
  if (loaded.state === 'loading') return <Loading what="both texts" />
  const isCurrent = loaded.state === 'ready' && loaded.value.of === `${id1}\n${id2}`
  if (!isCurrent) return <SideBySide sides={[unmarked(id1, a), unmarked(id2, b)]} />
  const { diff } = loaded.value
  return (
    <SideBySide
      sides={[
        { name: id1, pieces: diff.a, classes: ['only-a', 'moved'] },
        { name: id2, pieces: diff.b, classes: ['only-b', 'moved'] },
      ]}
    />
  )
}
