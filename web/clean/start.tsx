/** Start: a large area to drop a file on, and a sample to try without one. */
import { useState } from 'preact/hooks'
import { go, hrefOf } from '../app/route.ts'
import { upload } from '../data/runs.ts'
import { Failure } from '../parts/loaded.tsx'

interface StartProps {
  /** A run whose options and decisions the file gets, too; without one the columns are shown first. */
  readonly onUpload?: (id: string) => Promise<unknown>
  readonly children?: string
}

const kinds = '.csv,.tsv,.xlsx,.json,.jsonl,.ndjson,.parquet,.txt,.gz,.zst'

const showColumns = (id: string) => go(hrefOf(['clean', id]))

export function Start({ onUpload, children = 'Drop a file here, or choose one' }: StartProps) {
  const [isOver, setOver] = useState(false)
  const [sending, setSending] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const take = async (file: Blob | undefined, name: string) => {
    if (file === undefined || sending !== '') return
    setSending(name)
    setFailure(undefined)
    try {
      const { id } = await upload(file, name)
      await (onUpload ?? showColumns)(id)
    } catch (error) {
      setFailure(error)
    }
    setSending('')
  }
  const trySample = async () => {
    const { sampleCsv } = await import('./sample.ts')
    await take(new Blob([sampleCsv]), 'customers.csv')
  }
  return (
    <section
      class={isOver ? 'drop large over' : 'drop large'}
      aria-label={children}
      data-testid="drop"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer?.files[0]
        take(file, file?.name ?? '')
      }}
    >
      <label class="field">
        <strong>{children}</strong>
        <input
          type="file"
          accept={kinds}
          disabled={sending !== ''}
          onChange={event => {
            const file = event.currentTarget.files?.[0]
            take(file, file?.name ?? '')
          }}
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
      {failure === undefined ? null : <Failure error={failure} />}
    </section>
  )
}
