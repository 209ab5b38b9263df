/** An address that names nothing here. */
import { Heading } from '../app/shell.tsx'
import { Empty } from '../parts/loaded.tsx'

export function UnknownAddress({ home }: { readonly home: string }) {
  return (
    <>
      <Heading>There is no such page</Heading>
      <Empty title="The address names no view">
        <span>
          <bdi>{location.hash}</bdi> may be cut or mistyped.
        </span>
        <a class="button" href={home}>
          To the beginning
        </a>
      </Empty>
    </>
  )
}
