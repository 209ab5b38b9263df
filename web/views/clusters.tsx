/** Clusters: a list of any length with search, filters and order, and beside it the chosen cluster. */
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { changeQuery, type Route } from '../app/route.ts'
import { Heading } from '../app/shell.tsx'
import { type Findings, rangeOf, sizeOf } from '../data/findings.ts'
import { count, percent, plural, share } from '../parts/figures.tsx'
import { Empty, Failure, Loading, useLoaded } from '../parts/loaded.tsx'
import { ShownId } from '../parts/shown-id.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { ClusterDetail, Excerpt } from './cluster-detail.tsx'
import {
  clusterKey,
  type Filter,
  filtered,
  presentKinds,
  readFilter,
  sorts,
  summaryOf,
} from './cluster-filter.ts'
import { NoDocuments } from './no-documents.tsx'

interface ClustersProps {
  readonly route: Route
  readonly findings: Findings
}

export function Clusters({ route, findings }: ClustersProps) {
  const { query } = route
  const summary = useMemo(() => summaryOf(findings), [findings])
  const present = useMemo(() => presentKinds(summary), [summary])
  const words = query.get('text') ?? ''
  const [searchedTexts, setSearchedTexts] = useState(0)
  const searched = useLoaded(
    async signal =>
      words === '' ? undefined : { words, ...(await findings.rowsWith(words, signal, setSearchedTexts)) },
    [findings, words],
  )
  const found = searched.state === 'ready' && searched.value?.words === words ? searched.value : undefined
  const isSearching = words !== '' && found === undefined && searched.state !== 'failed'
  const rows = found?.rows
  const filter = { ...readFilter(query), rows: words === '' ? undefined : rows }
  const listed = useMemo(() => filtered(findings, summary, filter), [findings, query.toString(), rows])
  const chosen = query.get('cluster')
  const selected = useMemo(
    () => (chosen === null ? -1 : listed.findIndex(cluster => clusterKey(findings, cluster) === chosen)),
    [listed, chosen],
  )
  const total = findings.clusters.ends.length
  const current = selected === -1 ? (listed.length > 0 ? 0 : -1) : selected
  return (
    <>
      <Heading lead={leadOf(findings)}>Clusters</Heading>
      {total === 0 ? (
        <NoCluster findings={findings} />
      ) : (
        <>
          <FilterBar route={route} findings={findings} present={present} filter={filter} words={words} />
          {searched.state === 'failed' && words !== '' ? (
            <Failure error={searched.error} again={searched.again} />
          ) : null}
          <p class="small muted" role="status">
            {count(listed.length)} of {plural(total, 'cluster')}
            {findings.isPartial ? ' read so far' : ''}
            {found === undefined ? '' : ` · ${found.note}`}
          </p>
          {isSearching ? (
            <Loading what={`texts, ${count(searchedTexts)} searched so far`} />
          ) : (
            <ListedClusters
              route={route}
              findings={findings}
              listed={listed}
              current={current}
              isChosen={selected !== -1}
              lowest={summary.lowest}
            />
          )}
        </>
      )}
    </>
  )
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

interface ListedClustersProps extends ClustersProps {
  /** Numbers of the clusters, in order. */
  readonly listed: Int32Array
  /** The place of the chosen one, -1 for none. */
  readonly current: number
  /** Whether somebody chose it; on a phone the list leads to it. */
  readonly isChosen: boolean
  readonly lowest: Float64Array
}

function ListedClusters({ route, findings, listed, current, isChosen, lowest }: ListedClustersProps) {
  if (listed.length === 0)
    return (
      <Empty title="No cluster passes these filters">
        <button type="button" onClick={() => changeQuery(route, cleared, true)}>
          Clear the filters
        </button>
      </Empty>
    )
  return (
    <div class={isChosen ? 'master chosen' : 'master'}>
      <button type="button" class="back" onClick={() => changeQuery(route, { cluster: undefined })}>
        ← All clusters
      </button>
      <VirtualList
        count={listed.length}
        itemHeight={52}
        label="Clusters"
        selected={current}
        onSelect={at => changeQuery(route, { cluster: clusterKey(findings, listed[at]) }, !isChosen)}
        render={at => <Line findings={findings} cluster={listed[at]} lowest={lowest[listed[at]]} />}
      />
      {current === -1 ? null : <ClusterDetail findings={findings} cluster={listed[current]} />}
    </div>
  )
}

const cleared = Object.fromEntries(
  ['text', 'id', 'kind', 'source', 'rule', 'size', 'most', 'from', 'to'].map(name => [name, undefined]),
)

function leadOf({ clusters, threshold, measure }: Findings) {
  const listed = clusters.ends.length
  const left = clusters.total - listed
  const more = left > 0 ? ` This file lists ${count(listed)} of them; ${count(left)} more did not fit.` : ''
  return (
    <>
      Documents that are the same or nearly the same: {plural(clusters.total, 'cluster')} of two or more at{' '}
      <span class="one-line">
        {measure} {rounded(threshold)}
      </span>
      .{more}
    </>
  )
}

/** A threshold that was learnt has more digits than anybody reads. */
const rounded = (value: number) => (String(value).length > 6 ? share(value) : String(value))

interface LineProps {
  readonly findings: Findings
  readonly cluster: number
  readonly lowest: number
}

/** The first words of the survivor, the ids below. */
function Line({ findings, cluster, lowest }: LineProps) {
  const { clusters, ids } = findings
  const [from, end] = rangeOf(clusters, cluster)
  const members = Array.from({ length: Math.min(end - from, 6) }, (_, at) => clusters.members[from + at])
  return (
    <>
      <div class="cluster-line">
        <span class="excerpt" dir="auto">
          <Excerpt findings={findings} row={members[0]} />
        </span>
        <span class="count" title="documents in the cluster">
          {plural(sizeOf(clusters, cluster), 'document')}
        </span>
      </div>
      <div class="cluster-line muted">
        <span class="excerpt">
          {members.map((row, at) => (
            <span key={row}>
              {at === 0 ? '' : ', '}
              <ShownId id={ids[row]} class={at === 0 ? 'kept-mark' : ''} />
            </span>
          ))}
        </span>
        <span class="count" title="lowest similarity of a member with the survivor">
          {Number.isNaN(lowest) ? '' : percent(lowest)}
        </span>
      </div>
    </>
  )
}

interface FilterBarProps {
  readonly route: Route
  readonly findings: Findings
  /** Kinds to choose from. */
  readonly present: readonly string[]
  readonly filter: Filter
  readonly words: string
}

function FilterBar({ route, findings, present, filter, words }: FilterBarProps) {
  const input =
    (name: string, isStep = false) =>
    (event: Event) =>
      changeQuery(route, { [name]: (event.currentTarget as HTMLInputElement).value }, isStep)
  return (
    <search class="row end">
      <label class="field grow">
        <span>Id contains</span>
        <input type="search" value={filter.id} onInput={input('id')} />
      </label>
      <label class="field grow">
        <span>Text contains</span>
        <input type="search" dir="auto" value={words} onInput={input('text')} />
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
        <Choice name="Kind" value={filter.kind} of={present} onChange={input('kind', true)} />
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
  readonly filter: Filter
  readonly children: ComponentChildren
}

/** Folded away until one of them is used. */
function MoreFilters({ filter, children }: MoreFiltersProps) {
  const { kind, source, rule, leastSize, mostSize, from, to } = filter
  const used = [
    kind !== '',
    source !== '',
    rule !== '',
    leastSize > 2 || mostSize !== undefined,
    from > 0 || to < 1,
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
  readonly of: readonly string[]
  readonly onChange: (event: Event) => void
}

/** Absent where there is nothing to choose. */
function Choice({ name, value, of, onChange }: ChoiceProps) {
  if (of.length < 2) return null
  if (of.length > mostChoices)
    return (
      <label class="field" title={`one of ${count(of.length)}, in full`}>
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
