/** The playground as a page of its own, for the documentation. */
import { render } from 'preact'
import { Playground } from '../views/playground.tsx'
import { Tuner } from '../views/tuner.tsx'
import { useRoute } from './route.ts'
import { Shell } from './shell.tsx'

function App() {
  const route = useRoute()
  const [view = 'playground'] = route.path
  const links = [
    { name: 'Playground', href: '#/playground', isCurrent: view !== 'tuner' },
    { name: 'Tuner', href: '#/tuner', isCurrent: view === 'tuner' },
  ]
  return (
    <Shell brand="nearsame" home="#/playground" sections={[{ links }]}>
      {view === 'tuner' ? <Tuner route={route} /> : <Playground route={route} />}
    </Shell>
  )
}

render(<App />, document.getElementById('root') as HTMLElement)
