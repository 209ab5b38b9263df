/** Start: a large area to drop a file on, and a sample to try without one. */

import { useState } from 'preact/hooks'
import { go, hrefOf } from '../app/route.ts'
import { upload } from '../data/runs.ts'
import { useAttempt } from '../parts/attempt.ts'
import { DropArea } from '../parts/drop-area.tsx'
import { Failure } from '../parts/loaded.tsx'

interface StartProps {
  /** A run whose options and decisions the file gets, too; without one the columns are shown first. */
  readonly onUpload?: (id: string) => Promise<unknown>
  readonly children?: string
}

const kinds = '.csv,.tsv,.xlsx,.json,.jsonl,.ndjson,.parquet,.txt,.gz,.zst'

const showColumns = (id: string) => go(hrefOf(['clean', id]))

export function Start({ onUpload, children = 'Drop a file here, or choose one' }: StartProps) {
  const [sending, setSending] = useState('')
  const { attempt, failure } = useAttempt()
  const take = async (file: File | undefined) => {
    if (file === undefined || sending !== '') return
    const { name } = file
    setSending(name)
    await attempt(async () => {
      const { id } = await upload(file, name)
      await (onUpload ?? showColumns)(id)
    })
    setSending('')
  }
  const trySample = async () => {
    const { sampleCsv } = await import('./sample.ts')
    await take(new File([sampleCsv], 'customers.csv'))
  }
  return (
    <DropArea label={children} isLarge onFiles={files => take(files?.[0])}>
      <label class="field">
        <strong>{children}</strong>
        <input
          type="file"
          accept={kinds}
          disabled={sending !== ''}
          onChange={event => take(event.currentTarget.files?.[0])}
        />
      </label>
      <p class="small muted">CSV, TSV, Excel (.xlsx), JSON, JSONL, Parquet or text</p>
      {onUpload === undefined ? (
        <button type="button" disabled={sending !== ''} onClick={trySample}>
          Try it with a sample
        </button>
      ) : null}
      <div role="status">
        {sending === '' ? null : (
          <>
            Sending <bdi>{sending}</bdi> …
            <div class="busy-bar" />
          </>
        )}
      </div>
      <Failure error={failure} />
    </DropArea>
  )
}
