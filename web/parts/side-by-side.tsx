/** Side by side: two texts, each below its name, with marks on parts of them. */
import type { Piece } from '../text/spans.ts'
import { MarkedText } from './marked-text.tsx'

export interface Side {
  readonly name: string
  readonly pieces: readonly Piece[]
  /** The class of each mark, from 1. */
  readonly classes: readonly string[]
}

interface SideBySideProps {
  readonly sides: readonly Side[]
  /** Whether marks show their numbers. */
  readonly isNumbered?: boolean
}

export function SideBySide({ sides, isNumbered = false }: SideBySideProps) {
  return (
    <div class="pair-texts">
      {sides.map(({ name, pieces, classes }, at) => (
        <div class="stack" key={at}>
          <h2 class="id" dir="auto">
            {name}
          </h2>
          <MarkedText label={`Text of ${name}`} pieces={pieces} classes={classes} isNumbered={isNumbered} />
        </div>
      ))}
    </div>
  )
}

/** A text without marks. */
export const unmarked = (name: string, text: string): Side => ({
  name,
  pieces: [{ text, mark: 0 }],
  classes: [],
})
