/** Redis errors: translates errors of the client and the server into ours. */
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../../ground/errors/registry.ts'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Whether the server sent it. */
const isReply = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError'
export const isUnknownScript = (error: unknown): boolean => messageOf(error).startsWith('NOSCRIPT')

export function isLostConnection(error: unknown): boolean {
  return !isReply(error) && /connection (is|was)? ?close|ECONNRESET|EPIPE/i.test(messageOf(error))
}

export function closed(): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: 'an open store',
    got: 'a closed one',
    fix: 'open it again',
  })
}

/** Server errors with their own code and fix, by their beginning. */
const replies: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [
    /^OOM|No space left/,
    'DISK_FULL',
    'give the server more memory or disk (`maxmemory` of its configuration), or remove documents',
  ],
  [
    /DB index is out of range/,
    'OPTION_VALUE',
    'name a database that the server has, such as 0, or raise its `databases`',
  ],
  [
    /^READONLY/,
    'STORE_UNAVAILABLE',
    'name its primary: opening a collection writes, and a replica refuses writes',
  ],
  [/compiling script/, 'STORE_UNAVAILABLE', 'use Redis 7 or later'],
  [
    /^WRONGTYPE|user_script/,
    'STORE_CORRUPT',
    'check the collection with `nearsame index check-integrity`, and restore it from a copy',
  ],
]

/** An error of the client or the server as ours: STORE_UNAVAILABLE, DISK_FULL, STORE_CORRUPT or OPTION_VALUE. */
export function redisError(cause: unknown): NearsameError {
  if (isNearsameError(cause)) return cause
  const got = messageOf(cause).split('\n')[0].replace(/\.$/, '') || 'an error without a message'
  const [, code, fix] = (isReply(cause) && replies.find(([begin]) => begin.test(got))) || [
    undefined,
    'STORE_UNAVAILABLE' as const,
    'check that it runs, that address and account are right, and that the account may use keys and scripts',
  ]
  return new NearsameError(code, {
    expected: 'Redis to answer and run every command',
    got,
    fix,
    cause,
  })
}

export function redisCollectionGone(tag: string): NearsameError {
  return new NearsameError('COLLECTION_NOT_FOUND', {
    expected: 'the open collection to exist',
    got: 'a dropped one',
    where: `the keys ${tag}…`,
    fix: 'open it again, which creates a new one',
  })
}
