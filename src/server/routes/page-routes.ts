/** The web page, and the session that it signs in to. The page itself holds no data, so it needs no key. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import Type from 'typebox'
import { packageFile } from '../../files/io/package-file.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { version } from '../../ground/version.ts'
import { pageHeaders } from '../guards/safe-headers.ts'
import { SessionSchema } from '../schemas/review-schemas.ts'
import { answers, json } from '../schemas/route-schema.ts'
import type { App } from '../state/server-context.ts'

const tags = ['server']

const pageSchema = {
  tags,
  operationId: 'page',
  summary: 'The web page; needs no key',
  response: answers({
    200: { description: 'The page', content: { 'text/html': { schema: Type.String() } } },
  }),
}

const sessionSchema = {
  tags,
  operationId: 'session',
  summary: 'What the key of the request may do',
  response: answers({ 200: json('The session', SessionSchema) }),
}

/**
 * Allows the scripts and styles of this server and nothing else; `wasm-unsafe-eval` allows the kernels, and no `eval`.
 * Source: Content Security Policy Level 3.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
}

const unbuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>nearsame</title>
<p>This checkout is not built: run <code>npm run build</code> and start the server again.</p></html>
`

interface PageFiles {
  readonly page: string | Buffer
  /** By name. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Read once; a checkout that is not built has none. */
function pageFiles(): PageFiles {
  try {
    const path = packageFile('dist/web/page/index.html')
    const folder = join(dirname(path), 'web')
    const files = readdirSync(folder).map(name => [name, readFileSync(join(folder, name))] as const)
    return { page: readFileSync(path), files: new Map(files) }
  } catch (error) {
    if (!isNearsameError(error)) throw error
    return { page: unbuilt, files: new Map() }
  }
}

function noFile(name: string): NearsameError {
  return new NearsameError('ROUTE_NOT_FOUND', {
    expected: 'a file of the web page',
    got: JSON.stringify(name.slice(0, 80)),
    fix: 'load / again: the server has another version',
  })
}

export function addPageRoutes(app: App, hasKeys: boolean): void {
  const { page, files } = pageFiles()
  const config = { scope: 'none', rateLimit: false } as const

  app.get('/', {
    config,
    schema: pageSchema,
    handler: async (_, reply) =>
      reply.type(types['.html']).headers(pageHeaders).header('content-security-policy', policy).send(page),
  })

  app.get('/web/:file', {
    config,
    schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    handler: async ({ params }, reply) => {
      const bytes = files.get(params.file)
      if (bytes === undefined) throw noFile(params.file)
      return reply
        .type(ownValue(types, extname(params.file)) ?? 'application/octet-stream')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', policy)
        .send(bytes)
    },
  })

  app.get('/v1/session', {
    schema: sessionSchema,
    handler: async ({ key }) => ({
      keys: hasKeys,
      client: key?.name ?? null,
      scope: key?.scope ?? 'write',
      version,
    }),
  })
}
