/** Marked text: a document as text, never as markup, with marks on parts of it. */
import type { ComponentChildren } from 'preact'
import type { InlinePiece } from '../text/compared.ts'
import type { Piece } from '../text/spans.ts'

interface DocumentTextProps {
  readonly label: string
  readonly children: ComponentChildren
}

/** A box that scrolls by itself, by keys too, and runs in the direction of its text. */
export function DocumentText({ label, children }: DocumentTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="document" dir="auto" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

interface MarkedTextProps {
  readonly pieces: readonly Piece[]
  /** The class of each mark, from 1. */
  readonly classes: readonly string[]
  readonly label: string
  /** Whether marks show their numbers, so that one finds them again. */
  readonly isNumbered?: boolean
}

export function MarkedText({ pieces, classes, label, isNumbered = false }: MarkedTextProps) {
  return (
    <DocumentText label={label}>
      {pieces.map(({ text, mark }, at) =>
        mark === 0 ? (
          text
        ) : (
          <span key={at} class={classes[mark - 1]}>
            {text}
            {isNumbered ? <sup>{mark}</sup> : null}
          </span>
        ),
      )}
      {pieces.length === 0 ? <span class="muted">(empty)</span> : null}
    </DocumentText>
  )
}

export function InlineText({
  pieces,
  label,
}: {
  readonly pieces: readonly InlinePiece[]
  readonly label: string
}) {
  return (
    <DocumentText label={label}>
      {pieces.map(({ op, text }, at) => {
        if (op === 'same') return text
        if (op === 'removed') return <del key={at}>{text}</del>
        if (op === 'added') return <ins key={at}>{text}</ins>
        return (
          <span key={at} class="moved" title="stands elsewhere in the other text">
            {text}
          </span>
        )
      })}
    </DocumentText>
  )
}
