/** A collection without a document: nothing can be found in it yet. */
import { hrefOf } from '../app/route.ts'
import type { Findings } from '../data/findings.ts'
import { Empty } from '../parts/loaded.tsx'

export function NoDocuments({ findings: { path } }: { readonly findings: Findings }) {
  return (
    <Empty title="The collection is empty">
      <span>It has no document yet, so there is nothing to compare.</span>
      <a class="button" href={hrefOf([...path, 'imports'])}>
        Import a file
      </a>
    </Empty>
  )
}
