/** Refused import: a file of which no row was taken; what is missing in one line, and the columns it could be read by. */

import type { CollectionInfo, FileImport } from '../../src/server/client/client-types.ts'
import { ask, collectionPath } from '../data/requests.ts'
import { columnsOfFile } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { count } from '../parts/figures.tsx'
import { Failure, Show, useLoaded } from '../parts/loaded.tsx'

interface RefusedImportProps {
  readonly item: FileImport
  /** Of the collection. */
  readonly name: string
  /** Undefined after a reload: the browser no longer has it. */
  readonly file: File | undefined
  /** Imports the file again. */
  readonly onAgain: (file: File) => void
}

export function RefusedImport({ item, name, file, onAgain }: RefusedImportProps) {
  const { counts, errors } = item
  const said = (errors[0]?.message ?? '').replace(/^[A-Z_]+: /, '').replace(/ To fix: .*$/s, '')
  const rows = counts.bad === 1 ? 'The only row was' : `All ${count(counts.bad)} rows were`
  return (
    <div class="state failed" role="alert">
      <strong>
        {rows} refused: {said}
      </strong>
      {file === undefined || errors[0]?.code !== 'TEXT_MISSING' ? null : (
        <Columns name={name} file={file} onAgain={onAgain} />
      )}
    </div>
  )
}

type ColumnsProps = Omit<RefusedImportProps, 'item' | 'file'> & { readonly file: File }

/** Replaces a collection that has no documents by one with another text field; one with documents stays as it is. */
function Columns({ name, file, onAgain }: ColumnsProps) {
  const { attempt, failure } = useAttempt()
  const loaded = useLoaded(async () => {
    const [info, columns] = await Promise.all([
      ask<CollectionInfo>(collectionPath(name)),
      columnsOfFile(file),
    ])
    return { info, columns }
  }, [name, file])
  const compareBy = (column: string, { options }: CollectionInfo) =>
    attempt(async () => {
      const { method, threshold, params } = options
      await ask(collectionPath(name), { method: 'DELETE' })
      await ask(collectionPath(name), {
        method: 'PUT',
        body: { method, threshold, params, text: [column] },
      })
      onAgain(file)
    })
  return (
    <Show of={loaded} what="the columns of the file">
      {({ info, columns }) => (
        <>
          <span>
            {info.documents === 0
              ? 'The file has these columns. Which one has the texts?'
              : `The file has the columns ${columns.join(', ')}. This collection compares others, and has documents, so make another collection for the file.`}
          </span>
          {info.documents > 0 ? null : (
            <div class="row">
              {columns.map(column => (
                <button key={column} type="button" onClick={() => compareBy(column, info)}>
                  <bdi>{column}</bdi>
                </button>
              ))}
            </div>
          )}
          <Failure error={failure} />
        </>
      )}
    </Show>
  )
}
