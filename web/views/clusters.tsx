/** Clusters: a list of any length with search, filters and order, and beside it the chosen cluster. */
import type { ComponentChildren } from 'preact'
import { removedKinds } from '../../src/online/index/documents/index-types.ts'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { type ClusterFilter, hasRange, readFilter, sorts } from '../data/cluster-filter.ts'
import type { Cluster, Findings } from '../data/findings.ts'
import { type ListedClusters, useClusters } from '../data/listed-clusters.ts'
import { count, percent, plural, share } from '../parts/figures.tsx'
import { ListLine } from '../parts/list-line.tsx'
import { Empty, Failure, Loading, useLoaded } from '../parts/loaded.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { ClusterDetail, Excerpt } from './cluster-detail.tsx'
import { NoDocuments } from './no-documents.tsx'

interface ClustersProps {
  readonly route: Route
  readonly findings: Findings
}

export function Clusters({ route, findings }: ClustersProps) {
  const filter = readFilter(route.query)
  const listed = useClusters(findings, filter)
  const isEmpty = listed.isEnd && listed.clusters.length === 0
  return (
    <>
      <Heading lead={leadOf(findings)}>Clusters</Heading>
      {isEmpty && JSON.stringify(filter) === noFilter ? (
        <NoCluster findings={findings} />
      ) : (
        <>
          <FilterBar route={route} findings={findings} filter={filter} />
          <Failure error={listed.failure} again={listed.again} />
          {listed.isSearching ? (
            <Loading what={searchedFor(filter, listed)} />
          ) : (
            <Listed route={route} findings={findings} listed={listed} />
          )}
        </>
      )}
    </>
  )
}

const noFilter = JSON.stringify(readFilter(new URLSearchParams()))

/** What the list waits for. */
function searchedFor(filter: ClusterFilter, { note }: ListedClusters): string {
  if (filter.words !== '') return `clusters with these words${note === '' ? '' : `, ${note} so far`}`
  const { kind, source, rule, sort } = filter
  const isByFigures = kind + source + rule !== '' || hasRange(filter) || sort === 'low' || sort === 'high'
  return `clusters${isByFigures ? '; the first time all of their documents are looked at' : ''}`
}

function NoCluster({ findings }: Pick<ClustersProps, 'findings'>) {
  const { documents, threshold } = findings
  if (documents === 0) return <NoDocuments findings={findings} />
  return (
    <Empty title="No two documents match">
      <span>
        {documents === 1
          ? 'There is only one document.'
          : `Every document is unlike the others at the threshold ${threshold}.`}
      </span>
    </Empty>
  )
}

interface ListedProps extends ClustersProps {
  readonly listed: ListedClusters
}

function Listed({ route, findings, listed }: ListedProps) {
  const { clusters, total, note, isEnd } = listed
  const known = total ?? (isEnd ? clusters.length : undefined)
  return (
    <>
      <p class="small muted" role="status">
        {known === undefined
          ? `${plural(clusters.length, 'cluster')} so far, and there may be more`
          : plural(known, 'cluster')}
        {note === '' ? '' : ` · ${note}`}
      </p>
      {clusters.length === 0 ? (
        <Empty title="No cluster passes these filters">
          <button type="button" onClick={() => changeQuery(route, cleared, true)}>
            Clear the filters
          </button>
        </Empty>
      ) : (
        <ListAndCluster route={route} findings={findings} listed={listed} />
      )}
    </>
  )
}

function ListAndCluster({ route, findings, listed: { clusters, total, more } }: ListedProps) {
  const chosen = route.query.get('cluster')
  const at = chosen === null ? 0 : clusters.findIndex(cluster => keyOf(cluster) === chosen)
  const missing = at === -1 ? chosen : null
  const loaded = useLoaded(async signal => namedCluster(findings, missing, signal), [findings, missing])
  const other = loaded.state === 'ready' ? loaded.value : undefined
  const cluster = clusters[at] ?? other
  return (
    <div class={chosen === null ? 'master' : 'master chosen'}>
      <button type="button" class="back" onClick={() => changeQuery(route, { cluster: undefined })}>
        ← All clusters
      </button>
      <VirtualList
        count={clusters.length}
        total={total}
        itemHeight={52}
        label="Clusters"
        selected={at}
        onSelect={place => changeQuery(route, { cluster: keyOf(clusters[place]) }, chosen === null)}
        onEnd={more}
        render={place => <Line findings={findings} cluster={clusters[place]} />}
      />
      {cluster === undefined ? null : <ClusterDetail findings={findings} cluster={cluster} />}
    </div>
  )
}

/** The cluster that an address names, on whatever part of the list it is. */
async function namedCluster(
  findings: Findings,
  key: string | null,
  signal: AbortSignal,
): Promise<Cluster | undefined> {
  const document = key === null ? undefined : findings.documentOf(key)
  return document && findings.clusterOf(document, signal)
}

/** The key of a cluster in an address: that of its survivor. */
const keyOf = ({ members }: Cluster) => members[0].key

const cleared = Object.fromEntries(
  ['text', 'kind', 'source', 'rule', 'size', 'most', 'from', 'to', 'cluster'].map(name => [
    name,
    undefined,
  ]),
)

function leadOf({ omitted, threshold, measure }: Findings) {
  return (
    <>
      Documents that are the same or nearly the same, in clusters of two or more at{' '}
      <span class="one-line">
        {measure} {rounded(threshold)}
      </span>
      .{omitted > 0 ? ` ${plural(omitted, 'cluster')} more did not fit into this file.` : ''}
    </>
  )
}

/** A threshold that was learnt has more digits than anybody reads. */
const rounded = (value: number) => (String(value).length > 6 ? share(value) : String(value))

interface LineProps {
  readonly findings: Findings
  readonly cluster: Cluster
}

/** The first words of the survivor, the ids below. */
function Line({ findings, cluster: { documents, members, lowest, isChained } }: LineProps) {
  return (
    <ListLine
      words={<Excerpt findings={findings} document={members[0]} />}
      figure={
        <span class="count" title="documents in the cluster">
          {plural(documents, 'document')}
        </span>
      }
      ids={members.slice(0, 6).map(({ id }) => id)}
      kept={0}
      note={
        <span class="count" title="lowest similarity of a member with the survivor">
          {isChained ? 'by a chain' : Number.isNaN(lowest) ? '' : percent(lowest)}
        </span>
      }
    />
  )
}

interface FilterBarProps extends ClustersProps {
  readonly filter: ClusterFilter
}

function FilterBar({ route, findings, filter }: FilterBarProps) {
  // The chosen cluster may not pass any more.
  const input =
    (name: string, isStep = false) =>
    (event: Event) => {
      const { value } = event.currentTarget as HTMLInputElement
      changeQuery(route, { [name]: value, cluster: undefined }, isStep)
    }
  return (
    <search class="row end">
      <label class="field grow">
        <span>Text or id contains</span>
        <input type="search" dir="auto" value={filter.words} onInput={input('text')} />
      </label>
      <label class="field">
        <span>Sort</span>
        <select value={filter.sort} onChange={input('sort', true)}>
          {Object.entries(sorts).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <MoreFilters filter={filter}>
        <Choice name="Kind" value={filter.kind} of={removedKinds} onChange={input('kind', true)} />
        <Choice
          name="Source"
          value={filter.source}
          of={findings.sourceNames}
          onChange={input('source', true)}
        />
        <Choice name="Rule" value={filter.rule} of={findings.ruleNames} onChange={input('rule', true)} />
        <Range
          title="of documents in the cluster"
          name="Size"
          fields={{ size: filter.leastSize, most: filter.mostSize }}
          limits={{ min: 2 }}
          input={input}
        />
        <Range
          title="of the least similar member with its survivor"
          name="Similarity"
          fields={{ from: filter.from, to: filter.to }}
          limits={{ min: 0, max: 1, step: 0.01 }}
          input={input}
        />
      </MoreFilters>
    </search>
  )
}

interface MoreFiltersProps {
  readonly filter: ClusterFilter
  readonly children: ComponentChildren
}

/** Folded away until one of them is used. */
function MoreFilters({ filter, children }: MoreFiltersProps) {
  const { kind, source, rule, leastSize, mostSize } = filter
  const used = [
    kind !== '',
    source !== '',
    rule !== '',
    leastSize > 2 || mostSize !== undefined,
    hasRange(filter),
  ]
  const count = used.filter(Boolean).length
  return (
    <details class="filters" open={count > 0}>
      <summary>{count === 0 ? 'More filters' : `More filters (${count} used)`}</summary>
      <div class="row end">{children}</div>
    </details>
  )
}

interface RangeProps {
  readonly title: string
  readonly name: string
  /** The two values by their names in the address. */
  readonly fields: Readonly<Record<string, number | undefined>>
  readonly limits: { readonly min: number; readonly max?: number; readonly step?: number }
  readonly input: (name: string) => (event: Event) => void
}

/** Two numbers, from and to. */
function Range({ title, name, fields, limits, input }: RangeProps) {
  return (
    <fieldset class="field" title={title}>
      <legend>{name}, from and to</legend>
      <span class="row">
        {Object.entries(fields).map(([field, value], at) => (
          <input
            key={field}
            type="number"
            {...limits}
            aria-label={`${name} ${at === 0 ? 'from' : 'to'}`}
            class="short"
            value={value}
            placeholder={value === undefined ? 'any' : ''}
            onInput={input(field)}
          />
        ))}
      </span>
    </fieldset>
  )
}

/** More are no list to choose from. */
const mostChoices = 100

interface ChoiceProps {
  readonly name: string
  readonly value: string
  /** Undefined: not known. */
  readonly of: readonly string[] | undefined
  readonly onChange: (event: Event) => void
}

/** Absent where there is nothing to choose. */
function Choice({ name, value, of, onChange }: ChoiceProps) {
  if (of !== undefined && of.length < 2) return null
  if (of === undefined || of.length > mostChoices)
    return (
      <label class="field" title={of && `one of ${count(of.length)}, in full`}>
        <span>{name}</span>
        <input type="search" dir="auto" placeholder="any" value={value} onChange={onChange} />
      </label>
    )
  return (
    <label class="field">
      <span>{name}</span>
      <select value={value} onChange={onChange}>
        <option value="">any</option>
        {of.map(each => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}
