/** Drop area: where files are dropped; what else it holds, such as a way to choose one, is its children. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface DropAreaProps {
  readonly label: string
  readonly isLarge?: boolean
  /** Undefined for something dropped that is no file. */
  readonly onFiles: (files: FileList | undefined) => void
  readonly children: ComponentChildren
}

export function DropArea({ label, isLarge = false, onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  return (
    <section
      class={`drop${isLarge ? ' large' : ''}${isOver ? ' over' : ''}`}
      aria-label={label}
      data-testid="drop"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer?.files)
      }}
    >
      {children}
    </section>
  )
}
