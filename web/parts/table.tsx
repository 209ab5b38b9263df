/** Table: rows under heads; one that is too wide scrolls by itself. */
import type { ComponentChildren } from 'preact'
import { Wide } from './wide.tsx'

interface Head {
  readonly name: string
  /** Whether its cells are numbers. */
  readonly isNumber?: boolean
  readonly title?: string | undefined
}

/** The head of a column of numbers. */
export const number = (name: string, title?: string): Head => ({ name, isNumber: true, title })

interface TableProps {
  readonly label: string
  readonly heads: readonly (string | Head)[]
  /** Rows. */
  readonly children: ComponentChildren
}

export function Table({ label, heads, children }: TableProps) {
  return (
    <Wide label={label}>
      <table>
        <thead>
          <tr>
            {heads.map(head => {
              const { name, isNumber = false, title } = typeof head === 'string' ? { name: head } : head
              if (name === '') return <td key="" />
              return (
                <th key={name} class={isNumber ? 'number' : ''} title={title}>
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Wide>
  )
}
