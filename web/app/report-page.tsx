/** The page of a report file: one run, from the data in the document. */
import { render } from 'preact'
import type { PassagesData, ReportData } from '../../src/files/report-page/report-data.ts'
import type { Findings } from '../data/findings.ts'
import { embeddedData, reportFindings, titleOf } from '../data/report-findings.ts'
import { Empty } from '../parts/loaded.tsx'
import { Clusters } from '../views/clusters.tsx'
import { Overview } from '../views/overview.tsx'
import { Pair } from '../views/pair.tsx'
import { PassagesOverview } from '../views/passages-overview.tsx'
import { Review } from '../views/review.tsx'
import { Threshold } from '../views/threshold.tsx'
import { Tuner } from '../views/tuner.tsx'
import { UnknownAddress } from '../views/unknown-address.tsx'
import { hrefOf, type Route, useRoute } from './route.ts'
import { Heading, Shell } from './shell.tsx'

const views = [
  ['overview', 'Overview'],
  ['clusters', 'Clusters'],
  ['threshold', 'Threshold'],
  ['review', 'Review'],
  ['tuner', 'Tuner'],
] as const

interface AppProps {
  readonly data: ReportData
  readonly findings: Findings
}

function App({ data, findings }: AppProps) {
  const route = useRoute()
  const [view = 'overview'] = route.path
  const links = views.map(([at, name]) => ({
    name,
    href: hrefOf([at]),
    isCurrent: view === at || (view === 'pair' && at === 'clusters'),
  }))
  return (
    <Shell
      brand="nearsame"
      home="#/overview"
      sections={[{ title: findings.title, links }]}
      footer={`nearsame ${data.report.versions.nearsame}`}
    >
      <View route={route} data={data} findings={findings} />
    </Shell>
  )
}

function View({ route, data, findings }: AppProps & { readonly route: Route }) {
  const [view = 'overview'] = route.path
  if (view === 'clusters') return <Clusters route={route} findings={findings} />
  if (view === 'pair') return <Pair route={route} findings={findings} />
  if (view === 'threshold') return <Threshold route={route} findings={findings} />
  if (view === 'review') return <Review route={route} findings={findings} />
  if (view === 'tuner') {
    const { measuredBands, histogram, report } = data
    const { threshold, signatureLength, recall } = report.options
    // Exact recall needs no bands; the slider shows its end.
    const start = { threshold, signatureLength, recall: recall === 'exact' ? 0.999 : recall }
    return <Tuner route={route} start={start} measured={measuredBands} histogram={histogram?.bins} />
  }
  if (view !== 'overview') return <UnknownAddress home="#/overview" />
  return <Overview data={data} />
}

function PassagesApp({ data }: { readonly data: PassagesData }) {
  const { inputs, versions } = data.report
  const links = [{ name: 'Overview', href: '#/overview', isCurrent: true }]
  return (
    <Shell
      brand="nearsame"
      home="#/overview"
      sections={[{ title: titleOf(inputs.map(({ path }) => path)), links }]}
      footer={`nearsame ${versions.nearsame}`}
    >
      <PassagesOverview data={data} />
    </Shell>
  )
}

const root = document.getElementById('root') as HTMLElement
const data = embeddedData()
if (data === undefined) {
  render(
    <Shell brand="nearsame report" home="#/" sections={[]}>
      <Heading>Report</Heading>
      <Empty title="This file holds no report">
        <span>It is the template that `--report-html` fills.</span>
      </Empty>
    </Shell>,
    root,
  )
} else if (data.command === 'passages') {
  render(<PassagesApp data={data} />, root)
} else {
  render(<App data={data} findings={reportFindings(data)} />, root)
}
