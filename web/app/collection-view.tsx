/** The views of one collection. */
import { hrefOf, type Route } from './route.ts'
import { Heading } from './shell.tsx'

interface CollectionViewProps {
  readonly route: Route
  readonly name: string
  readonly mayWrite: boolean
}

const views = [
  ['clusters', 'Clusters'],
  ['replay', 'Threshold'],
  ['review', 'Review'],
  ['check', 'Check'],
  ['imports', 'Imports'],
] as const

/** Links to the views. @param path of the route: `c`, the name, the view */
export function collectionLinks([, name, current = 'clusters']: readonly string[]) {
  return views.map(([view, title]) => ({
    name: title,
    href: hrefOf(['c', name, view]),
    isCurrent: current === view || (current === 'pair' && view === 'clusters'),
  }))
}

export function CollectionView({ name }: CollectionViewProps) {
  return <Heading>{name}</Heading>
}
