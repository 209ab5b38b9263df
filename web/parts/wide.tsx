/** Something wide that scrolls by itself, by keys too. */
import type { ComponentChildren } from 'preact'

interface WideProps {
  readonly label: string
  readonly children: ComponentChildren
}

export function Wide({ label, children }: WideProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section class="scroll-x" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
