/**
 * Metrics of one server, in the Prometheus text format.
 *
 * Times are in seconds, by Prometheus convention. Labels are declared routes and names of collections, never ids or
 * texts.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { IndexObserver } from '../../online/index/documents/index-types.ts'

const seconds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60,
]
const counts = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 4096, 16_384]

/** Interval of the timer whose delay is measured. */
const timerMs = 10

/** What the metrics show of a collection; undefined when its store does not answer. */
export interface CollectionFigures {
  readonly name: string
  readonly documents: number
  readonly clusters: number
  readonly storedBytes: number | null
}

export class Metrics {
  readonly observer: IndexObserver
  readonly #registry = new Registry()
  readonly #figures: () => Promise<readonly CollectionFigures[]>
  readonly #setFigures: (figures: readonly CollectionFigures[]) => void
  readonly #lag: ReturnType<typeof monitorEventLoopDelay>
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  /** Bound to their labels, because finding these takes longer than observing. */
  readonly #bound = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()

  constructor(figures: () => Promise<readonly CollectionFigures[]>) {
    const registers = [this.#registry]
    this.#requests = new Histogram({
      name: 'nearsame_http_request_seconds',
      help: 'Time from the headers of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    })
    this.observer = observerOf(registers)
    this.#lag = monitorEventLoopDelay({ resolution: timerMs })
    this.#lag.enable()
    addLag(registers, this.#lag)
    this.#figures = figures
    this.#setFigures = collectionGauges(registers)
    new Gauge({
      name: 'nearsame_process_resident_bytes',
      help: 'Memory of the process.',
      registers,
      collect() {
        this.set(process.memoryUsage.rss())
      },
    })
  }

  request(method: string, route: string, status: number, ms: number): void {
    const name = `${method} ${route} ${status}`
    let bound = this.#bound.get(name)
    if (bound === undefined) {
      bound = this.#requests.labels({ method, route, status: String(status) })
      this.#bound.set(name, bound)
    }
    bound.observe(ms / 1000)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async text(): Promise<string> {
    this.#setFigures(await this.#figures())
    return this.#registry.metrics()
  }

  close(): void {
    this.#lag.disable()
    this.#registry.clear()
  }
}

function observerOf(registers: Registry[]): IndexObserver {
  const stages = new Histogram({
    name: 'nearsame_stage_seconds',
    help: 'Time of the stages of adding and checking: sketch, lookup, verify, commit.',
    labelNames: ['stage'],
    buckets: seconds,
    registers,
  })
  const counted = (name: string, help: string) => new Histogram({ name, help, buckets: counts, registers })
  const candidates = counted('nearsame_candidates', 'Documents proposed for one text.')
  const verified = counted('nearsame_verified', 'Documents compared exactly for one text.')
  const matches = counted('nearsame_matches', 'Documents that one text matches.')
  const groups = counted('nearsame_commit_documents', 'Documents of one durable commit.')
  const added = new Counter({
    name: 'nearsame_documents_written_total',
    help: 'Documents written.',
    registers,
  })
  const bound = {
    sketch: stages.labels({ stage: 'sketch' }),
    lookup: stages.labels({ stage: 'lookup' }),
    verify: stages.labels({ stage: 'verify' }),
    commit: stages.labels({ stage: 'commit' }),
  }
  return {
    matched(event) {
      candidates.observe(event.candidates)
      verified.observe(event.verified)
      matches.observe(event.matches)
    },
    stage(stage, ms) {
      bound[stage].observe(ms / 1000)
    },
    committed(documents) {
      groups.observe(documents)
      added.inc(documents)
    },
  }
}

function addLag(registers: Registry[], lag: ReturnType<typeof monitorEventLoopDelay>): void {
  new Gauge({
    name: 'nearsame_event_loop_lag_seconds',
    help: 'Delay of timers since the last scrape.',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of [50, 90, 99, 100]) {
        // The histogram measures from one timer to the next, so a punctual one shows `timerMs`.
        const late = Math.max(0, lag.percentile(quantile) / 1e9 - timerMs / 1000)
        this.set({ quantile: String(quantile / 100) }, late)
      }
      lag.reset()
    },
  })
}

/** @returns a function that sets the gauges */
function collectionGauges(registers: Registry[]): (figures: readonly CollectionFigures[]) => void {
  const labelNames = ['collection'] as const
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers })
  const documents = gauge('nearsame_documents', 'Documents of a collection.')
  const clusters = gauge('nearsame_clusters', 'Clusters of a collection.')
  const bytes = gauge('nearsame_stored_bytes', 'Size of a collection in bytes, where its store reports it.')
  return figures => {
    for (const each of [documents, clusters, bytes]) each.reset()
    for (const { name: collection, storedBytes, ...counts } of figures) {
      documents.set({ collection }, counts.documents)
      clusters.set({ collection }, counts.clusters)
      if (storedBytes !== null) bytes.set({ collection }, storedBytes)
    }
  }
}
