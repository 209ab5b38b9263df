/** Shell: the frame around every view, with the navigation beside it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface Section {
  readonly title?: string
  readonly links: readonly { readonly name: string; readonly href: string; readonly isCurrent: boolean }[]
}

interface ShellProps {
  readonly brand: string
  readonly home: string
  readonly sections: readonly Section[]
  readonly footer?: ComponentChildren
  readonly children: ComponentChildren
}

export function Shell({ brand, home, sections, footer, children }: ShellProps) {
  const views = useRef<HTMLElement>(null)
  const current = sections.flatMap(({ links }) => links).find(({ isCurrent }) => isCurrent)?.href
  useEffect(() => {
    // On a phone the views are one line, which scrolls.
    const link = views.current?.querySelector<HTMLElement>('[aria-current]')
    if (link) views.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth })
  }, [current])
  return (
    <div class="frame">
      <button
        type="button"
        class="skip"
        onClick={() => {
          document.querySelector<HTMLElement>('main h1')?.focus()
        }}
      >
        To the content
      </button>
      <nav class="side" aria-label="Views" ref={views}>
        <a class="brand" href={home}>
          {brand}
        </a>
        {sections.map(({ title, links }) => (
          <div key={title ?? ''}>
            {title === undefined ? null : <h2 dir="auto">{title}</h2>}
            <ul>
              {links.map(({ name, href, isCurrent }) => (
                <li key={href}>
                  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {footer ? <footer>{footer}</footer> : null}
      </nav>
      <main id="main">{children}</main>
    </div>
  )
}

/** The heading of a view; takes the focus when the view opens, so that a screen reader reads it. */
export function Heading({
  children,
  lead,
}: {
  readonly children: string
  readonly lead?: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · nearsame`
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [children])
  return (
    <header class="stack">
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {children}
      </h1>
      {lead ? <p class="lead">{lead}</p> : null}
    </header>
  )
}
