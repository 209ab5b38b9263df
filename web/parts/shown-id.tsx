/** Ids: isolated, so that one that runs from right to left keeps its column and what stands beside it. */
import type { Id } from '../data/ids.ts'

export function ShownId({ id, class: more = '' }: { readonly id: Id; readonly class?: string }) {
  return <bdi class={more === '' ? 'id' : `id ${more}`}>{String(id)}</bdi>
}
