/** Imports: a file into the collection, with its progress, its errors with their positions, and a way to cancel. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileImport } from '../../src/server/client/client-types.ts'
import { changeQuery, hrefOf, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { ask, collectionPath } from '../data/requests.ts'
import { DropArea } from '../parts/drop-area.tsx'
import { bytes, count, plural } from '../parts/figures.tsx'
import { Empty, Failure, Show, useLoaded } from '../parts/loaded.tsx'
import { number, Table } from '../parts/table.tsx'
import { RefusedImport } from './refused-import.tsx'

interface ImportsProps {
  readonly route: Route
  readonly name: string
  readonly mayWrite: boolean
}

const formats = ['jsonl', 'csv', 'tsv', 'txt'] as const
const duplicateChoices = {
  add: 'add them, and report what they match',
  reject: 'reject them',
  skip: 'skip them',
  replace: 'replace what they match',
} as const

/** @example formatOf('a.ndjson') // => 'jsonl' */
function formatOf(name: string): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return (formats as readonly string[]).includes(extension) ? extension : 'jsonl'
}

const pollMs = 400

export function Imports({ route, name, mayWrite }: ImportsProps) {
  const path = `${collectionPath(name)}/imports`
  const [sending, setSending] = useState(0)
  const [ended, setEnded] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  const files = useRef(new Map<string, { readonly file: File; readonly chosen: Chosen }>())
  const start = async (file: File, chosen: Chosen) => {
    const id = crypto.randomUUID()
    files.current.set(id, { file, chosen })
    const query = { id, file: file.name, ...chosen, format: chosen.format ?? formatOf(file.name) }
    setFailure(undefined)
    setSending(count => count + 1)
    changeQuery(route, { id }, true)
    try {
      await ask<FileImport>(path, { method: 'POST', query, body: file })
    } catch (error) {
      // A cancelled import closes its connection; the list tells how it ended.
      const known = await ask<FileImport>(`${path}/${id}`).catch(() => undefined)
      if (known === undefined) setFailure(error)
    }
    setSending(count => count - 1)
    setEnded(count => count + 1)
  }
  return (
    <>
      <Heading lead="Documents are added as the server reads them; what is added stays, even if the connection drops.">
        Imports
      </Heading>
      {mayWrite ? <DropForm onFile={start} /> : <p class="muted">Your key may read only.</p>}
      <Failure error={failure} />
      <ImportList
        key={ended}
        path={path}
        name={name}
        mayWrite={mayWrite}
        isSending={sending > 0}
        fileOf={id => files.current.get(id)?.file}
        onAgain={(id, file) => {
          const known = files.current.get(id)
          if (known !== undefined) start(file, known.chosen)
        }}
      />
    </>
  )
}

/** What the form says about a file; undefined: by the name of the file, or nothing. */
interface Chosen {
  readonly onDuplicate: string
  readonly format: string | undefined
  readonly source: string | undefined
}

interface DropFormProps {
  readonly onFile: (file: File, chosen: Chosen) => void
}

function DropForm({ onFile }: DropFormProps) {
  const [chosen, setChosen] = useState<Chosen>({ onDuplicate: 'add', format: undefined, source: undefined })
  const take = (files: FileList | null | undefined) => {
    for (const file of files ?? []) onFile(file, chosen)
  }
  return (
    <DropArea label="Choose a file" onFiles={take}>
      <label class="field">
        <span>
          Drop a file here, or choose one: a document on each line as JSON, CSV or TSV with a header, or
          plain text
        </span>
        <input
          type="file"
          accept=".jsonl,.ndjson,.csv,.tsv,.txt"
          onChange={event => take(event.currentTarget.files)}
        />
      </label>
      <ImportChoices chosen={chosen} onChange={change => setChosen({ ...chosen, ...change })} />
    </DropArea>
  )
}

interface ImportChoicesProps {
  readonly chosen: Chosen
  readonly onChange: (change: Partial<Chosen>) => void
}

function ImportChoices({ chosen: { onDuplicate, format, source }, onChange }: ImportChoicesProps) {
  return (
    <div class="row">
      <label class="field">
        <span>Documents that match one here</span>
        <select
          value={onDuplicate}
          onChange={event => onChange({ onDuplicate: event.currentTarget.value })}
        >
          {Object.entries(duplicateChoices).map(([choice, title]) => (
            <option key={choice} value={choice}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Format</span>
        <select
          value={format ?? ''}
          onChange={event => onChange({ format: event.currentTarget.value || undefined })}
        >
          <option value="">by the name</option>
          {formats.map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label
        class="field"
        title="field `source` of documents that have none; clusters can be filtered by it"
      >
        <span>Source</span>
        <input
          dir="auto"
          placeholder="not set"
          value={source ?? ''}
          onInput={event => onChange({ source: event.currentTarget.value || undefined })}
        />
      </label>
    </div>
  )
}

interface ListedProps {
  readonly path: string
  readonly name: string
  readonly mayWrite: boolean
  /** The file of an import that was started here. */
  readonly fileOf: (id: string) => File | undefined
  /** Imports a file as the import `id` did. */
  readonly onAgain: (id: string, file: File) => void
}

interface ImportListProps extends ListedProps {
  /** Whether a file is on its way, which the server may not know yet. */
  readonly isSending: boolean
}

function ImportList({ isSending, ...listed }: ImportListProps) {
  const { path } = listed
  const loaded = useLoaded(signal => ask<{ items: readonly FileImport[] }>(path, { signal }), [path])
  const isRunning =
    isSending || (loaded.state === 'ready' && loaded.value.items.some(({ status }) => status === 'running'))
  const hasFailed = loaded.state === 'failed'
  useEffect(() => {
    if (loaded.state === 'loading' || !(isRunning || hasFailed)) return
    // A dropped connection is tried again by itself, more slowly.
    const timer = setTimeout(loaded.again, hasFailed ? 5 * pollMs : pollMs)
    return () => clearTimeout(timer)
  }, [loaded, isRunning])
  return (
    <Show of={loaded} what="imports">
      {({ items }, again) =>
        items.length === 0 ? (
          <Empty title="No import yet">
            <span>Imports of the last hour are listed here.</span>
          </Empty>
        ) : (
          items.map(item => <ImportView key={item.id} item={item} {...listed} again={again} />)
        )
      }
    </Show>
  )
}

const statusClass = { running: 'near', done: 'kept', failed: 'removed', cancelled: '' } as const

/** How an import ended, and the class that colours it: one that added nothing is no success. */
function outcomeOf({ status, counts }: FileImport): readonly [string, string] {
  const taken = (counts.added ?? 0) + (counts.replaced ?? 0)
  if (status !== 'done' || taken > 0) return [status, statusClass[status]]
  return ['nothing added', (counts.bad ?? 0) > 0 ? statusClass.failed : '']
}

interface ImportViewProps extends ListedProps {
  readonly item: FileImport
  readonly again: () => void
}

function ImportView({ item, path, name, mayWrite, fileOf, onAgain, again }: ImportViewProps) {
  const { id, name: file, status, bytes: read, totalBytes, documents, counts, errors, error } = item
  const [outcome, colour] = outcomeOf(item)
  const isRefused = status === 'done' && documents > 0 && counts.bad === documents
  const cancel = async () => {
    await ask(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(() => {})
    again()
  }
  return (
    <section class="panel" aria-label={`Import of ${file}`}>
      <div class="row">
        <h2 dir="auto">{file}</h2>
        <span class={`tag ${colour}`}>{outcome}</span>
        {status === 'running' && mayWrite ? (
          <button type="button" class="danger" onClick={cancel}>
            Cancel
          </button>
        ) : null}
        {status === 'running' ? null : <a href={hrefOf(['c', name, 'clusters'])}>See the clusters</a>}
      </div>
      {status === 'running' ? (
        <progress
          aria-label={`Progress of ${file}`}
          max={totalBytes ?? undefined}
          value={totalBytes === null ? undefined : read}
        />
      ) : null}
      <p class="small" role="status">
        {plural(documents, 'document')}, {bytes(read)}
        {totalBytes === null ? '' : ` of ${bytes(totalBytes)}`}:{' '}
        {Object.entries(counts)
          .filter(([, value]) => value > 0)
          .map(([kind, value]) => `${count(value)} ${kind}`)
          .join(', ')}
      </p>
      {isRefused && mayWrite ? (
        <RefusedImport item={item} name={name} file={fileOf(id)} onAgain={file => onAgain(id, file)} />
      ) : null}
      {error === undefined ? null : (
        <p class="notice">
          {error.message} <code>{error.code}</code> What was added stays. Import the file again: documents
          whose id exists are not added twice.
        </p>
      )}
      {errors.length === 0 ? null : <BadLines errors={errors} total={counts.bad ?? errors.length} />}
    </section>
  )
}

interface BadLinesProps {
  readonly errors: FileImport['errors']
  /** Also those that are not listed. */
  readonly total: number
}

function BadLines({ errors, total }: BadLinesProps) {
  return (
    <details open={errors.length <= 20}>
      <summary>{plural(total, 'bad line')}</summary>
      <Table label="Bad lines" heads={[number('Line'), 'Why']}>
        {errors.slice(0, 200).map(({ line, code, message }) => (
          <tr key={`${line} ${code}`}>
            <td class="number">{count(line)}</td>
            <td>
              {message} <code>{code}</code>
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}
