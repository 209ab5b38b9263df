/**
 * Unknown routes: 405 with `Allow` if the path exists with another method, else 404. A name that no collection can have
 * counts as that of a missing collection, except when creating one; an empty name is a slash too many. An unreadable
 * address is an unknown route, too, and keeps the error of its reader.
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

/** A readable address without a route. */
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

  /** Turns a request with an unreadable address into one for `noRoute`, answered with that error. */
  refuse(request: IncomingMessage, error: NearsameError): void {
    this.#refused.set(request, error)
    request.url = noRoute
  }

  /** METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND, or the error of an unreadable address. */
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
      fix: 'use another method, see /openapi.json',
    })
  }
}
