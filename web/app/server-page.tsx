/** The page of the server: its collections, and tools that need none. */
import { type ComponentType, render } from 'preact'
import type { SessionInfo } from '../../src/server/client/client-types.ts'
import { ask, Refused, session, signOut } from '../data/requests.ts'
import { Failure, Loading, Show, useLoaded } from '../parts/loaded.tsx'
import { Home, SignIn } from '../views/home.tsx'
import { Playground } from '../views/playground.tsx'
import { Tuner } from '../views/tuner.tsx'
import { UnknownAddress } from '../views/unknown-address.tsx'
import { CollectionView, collectionLinks } from './collection-view.tsx'
import { go, hrefOf, type Route, useRoute } from './route.ts'
import { Heading, type Section, Shell } from './shell.tsx'

function App() {
  const route = useRoute()
  const loaded = useLoaded(signal => ask<SessionInfo>('/v1/session', { signal }), [])
  const current = loaded.state === 'ready' ? loaded.value : undefined
  return (
    <Shell
      brand="nearsame"
      home="#/"
      sections={sectionsOf(route)}
      footer={
        current === undefined ? null : (
          <>
            <div>nearsame {current.version}</div>
            {current.keys ? (
              <>
                <div>
                  signed in{current.client === null ? '' : ` as ${current.client}`}, may {current.scope}
                </div>
                <button type="button" onClick={signOut}>
                  Sign out
                </button>
              </>
            ) : null}
          </>
        )
      }
    >
      <Content route={route} loaded={loaded} />
    </Shell>
  )
}

type LoadedSession = ReturnType<typeof useLoaded<SessionInfo>>

function Content({ route, loaded }: { readonly route: Route; readonly loaded: LoadedSession }) {
  const [view = 'home', name] = route.path
  if (view === 'playground') return <Playground route={route} />
  if (view === 'tuner') return <Tuner route={route} />
  if (loaded.state === 'loading') return <Loading what="the server" />
  if (loaded.state === 'failed') {
    const { error, again } = loaded
    if (error instanceof Refused && error.status === 401)
      return <SignIn onKey={key => signIn(key, again)} />
    return (
      <>
        <Heading>nearsame</Heading>
        <Failure error={error} again={again} />
      </>
    )
  }
  const mayWrite = loaded.value.scope !== 'read'
  if (view === 'c' && name !== undefined)
    return <CollectionView key={name} route={route} name={name} mayWrite={mayWrite} />
  if (view === 'clean' && name !== undefined)
    return <Later key="clean" load={columns} what="the columns" route={route} id={name} />
  if (view === 'run' && name !== undefined)
    return <Later key={`run ${name}`} load={runPage} what="the run" route={route} id={name} />
  if (view !== 'home' && view !== 'sign-in') return <UnknownAddress home="#/" />
  return <Home mayWrite={mayWrite} />
}

const columns = async () => (await import('../clean/columns.tsx')).Columns
const runPage = async () => (await import('../clean/run-page.tsx')).RunPage

interface FileViewProps {
  readonly route: Route
  readonly id: string
}

interface LaterProps extends FileViewProps {
  readonly load: () => Promise<ComponentType<FileViewProps>>
  readonly what: string
}

/** A view that comes when it is needed. */
function Later({ load, what, route, id }: LaterProps) {
  const loaded = useLoaded(async () => ({ View: await load() }), [load])
  return (
    <Show of={loaded} what={what}>
      {({ View }) => <View key={id} route={route} id={id} />}
    </Show>
  )
}

/** Keeps the key if the server knows it. */
async function signIn(key: string, again: () => void): Promise<void> {
  const unknown = new Refused(401, {
    detail: 'the server does not know this key',
    fix: 'check it, and ask who runs the server',
  })
  // No header carries it, such as one pasted with the quotes of a letter.
  if (!/^[ -~]*$/.test(key)) throw unknown
  session.key = key
  try {
    await ask('/v1/session')
  } catch (error) {
    session.key = null
    throw error instanceof Refused && error.status === 401 ? unknown : error
  }
  if (location.hash === '#/sign-in') go('#/')
  again()
}

function sectionsOf({ path }: Route): Section[] {
  const [view = 'home', name] = path
  const link = (title: string, at: string) => ({
    name: title,
    href: hrefOf(at === 'home' ? [] : [at]),
    isCurrent: view === at || (at === 'home' && (view === 'clean' || view === 'run')),
  })
  const tools = ['Playground', 'Tuner'].map(title => link(title, title.toLowerCase()))
  const outside = (title: string, href: string) => ({ name: title, href, isCurrent: false })
  return [
    { links: [link('Clean a file', 'home')] },
    ...(view === 'c' && name !== undefined ? [{ title: name, links: collectionLinks(path) }] : []),
    { title: 'Tools', links: tools },
    {
      title: 'Server',
      links: [outside('API description', '/openapi.json'), outside('Metrics', '/metrics')],
    },
  ]
}

render(<App />, document.getElementById('root') as HTMLElement)
