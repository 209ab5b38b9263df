/**
 * What is no route: 405 with `Allow` where another method would be one, else 404. A name that no collection can have
 * is that of one that is not there, but for who makes it; an empty one is a slash too many. An address that cannot be
 * read is no route either, and has its error from whoever could not read it.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { collectionName } from '../../online/store/catalogue.ts'
import { notFound } from '../state/collection-faults.ts'
import type { App } from '../state/server-context.ts'

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** An address that can be read, and that no route has. */
const noRoute = '//'

export class UnknownRoutes {
  readonly #paths = new Map<string, KnownPath>()
  readonly #refused = new WeakMap<IncomingMessage, NearsameError>()

  constructor(app: App) {
    app.addHook('onRoute', ({ url, method }) => {
      let path = this.#paths.get(url)
      if (path === undefined) {
        path = { pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`), methods: new Set() }
        this.#paths.set(url, path)
      }
      for (const name of [method].flat()) path.methods.add(name)
    })
    app.addHook('preValidation', (request, reply, done) => {
      const { name } = request.params as { readonly name?: string }
      const isAbsent = name !== undefined && request.method !== 'PUT' && !collectionName.test(name)
      if (name === '') done(this.errorOf(request, reply))
      else done(isAbsent ? notFound(name) : undefined)
    })
  }

  /** Makes a request whose address cannot be read one for no route, which is answered with that error. */
  refuse(request: IncomingMessage, error: NearsameError): void {
    this.#refused.set(request, error)
    request.url = noRoute
  }

  /** METHOD_NOT_ALLOWED or ROUTE_NOT_FOUND, or that of an address that cannot be read. */
  errorOf({ raw, url, method }: FastifyRequest, reply: FastifyReply): NearsameError {
    const refused = this.#refused.get(raw)
    if (refused !== undefined) return refused
    const path = url.split('?', 1)[0]
    const known = [...this.#paths.values()].find(({ pattern }) => pattern.test(path))
    if (known === undefined) {
      return new NearsameError('ROUTE_NOT_FOUND', {
        expected: 'a path of the API',
        got: JSON.stringify(path.length > 80 ? `${path.slice(0, 79)}…` : path),
        fix: 'see /openapi.json for all paths',
      })
    }
    const allowed = [...known.methods].sort().join(', ')
    reply.header('allow', allowed)
    return new NearsameError('METHOD_NOT_ALLOWED', {
      expected: `one of ${allowed}`,
      got: method,
      fix: 'take another method, see /openapi.json',
    })
  }
}
