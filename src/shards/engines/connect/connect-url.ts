/**
 * The address of a Spark Connect server.
 *
 *     sc://host:15002/;use_ssl=true;token=ABC;user_id=me;session_id=UUID
 *
 * Source: Apache Spark, "Connecting to Spark Connect using Clients".
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'

export interface ConnectPlace {
  /** `http://host:port` or `https://host:port`. */
  readonly url: string
  readonly user: string
  readonly session?: string | undefined
  readonly token?: string | undefined
  /** Certificates to trust, as PEM. */
  readonly ca?: string | undefined
}

const address =
  /^sc:\/\/(?<host>\[[0-9a-fA-F:.]+\]|[^/;:\s[\]]+)(?::(?<port>\d{1,5}))?(?:\/(?<params>(?:;[^;=\s]+=[^;\s]*)*);?)?$/
const known = ['use_ssl', 'token', 'user_id', 'session_id', 'user_agent']

/** A token goes to the server over TLS only, except to this machine. @throws NearsameError OPTION_VALUE */
export function connectPlace(remote: string, given: Pick<ConnectPlace, 'token' | 'ca'> = {}): ConnectPlace {
  const { host, port = '15002', params = '' } = address.exec(remote)?.groups ?? {}
  const pairs = params
    .split(';')
    .filter(pair => pair !== '')
    .map(pair => [pair.slice(0, pair.indexOf('=')), decoded(pair.slice(pair.indexOf('=') + 1))] as const)
  const unknown = pairs.find(([name]) => !known.includes(name))
  if (host === undefined || Number(port) > 65535 || unknown !== undefined) throw invalidAddress(remote)
  const values = Object.fromEntries(pairs)
  const token = given.token ?? values.token
  const isSecure = values.use_ssl === 'true' || given.ca !== undefined
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
  if (token !== undefined && !isSecure && !isHere) throw unsafeToken()
  return {
    url: `${isSecure ? 'https' : 'http'}://${host}:${port}`,
    user: values.user_id ?? 'nearsame',
    session: values.session_id,
    token,
    ca: given.ca,
  }
}

/** The text as written, if it is no percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function invalidAddress(remote: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`remote\` to be an address of Spark Connect, with parameters of ${known.join(', ')}`,
    got: JSON.stringify(remote.replace(/token=[^;]*/, 'token=...')),
    fix: 'write `sc://HOST:15002`, or `sc://HOST:443/;use_ssl=true`',
  })
}

function unsafeToken(): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a token to be sent over TLS, except to this machine',
    got: 'an address without TLS',
    fix: 'add `/;use_ssl=true` to the address',
  })
}
