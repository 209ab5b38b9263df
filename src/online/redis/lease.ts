/**
 * Redis lease: one writer among several. It is for fairness and against work done in vain, not for safety: what
 * a holder writes is refused by the server when anything was written since it read, so a holder whose lease has
 * run out, or whose process was stopped for a while, does no harm.
 *
 * The key `k` holds the token of the holder and ends by itself, `z` that of the one who is next in line.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type RedisConnection, redisScript } from './connection/client.ts'

/** How long a place in the line is kept without being asked for again. */
const lineMs = 300

/** ARGV: token, ms, 1 to extend a lease only. Takes or extends it. Answers 1 when it is held. */
const takeScript = redisScript(`#!lua flags=allow-oom
local tag, token = KEYS[1]:sub(1, -2), ARGV[1]
local k, z = tag .. 'k', tag .. 'z'
local holder, first = redis.call('GET', k), redis.call('GET', z)
if holder == token or not holder and ARGV[3] ~= '1' and (not first or first == token) then
  redis.call('SET', k, token, 'PX', ARGV[2])
  if first == token then redis.call('DEL', z) end
  return 1
end
if ARGV[3] == '1' then return 0 end
if not first then
  redis.call('SET', z, token, 'PX', ${lineMs})
elseif first == token and redis.call('PTTL', z) < ${lineMs / 2} then
  redis.call('PEXPIRE', z, ${lineMs})
end
return 0
`)

/** ARGV: token. */
const releaseScript = redisScript(`#!lua flags=allow-oom
local k = KEYS[1]:sub(1, -2) .. 'k'
if redis.call('GET', k) == ARGV[1] then redis.call('DEL', k) end
return 0
`)

export interface LeaseTimes {
  /** How long a lease is held that is not extended; it is while its holder works. */
  readonly leaseMs: number
  /** How long one is waited for. */
  readonly waitMs: number
}

/**
 * Waits until the lease of a collection is held.
 *
 * @returns what ends it: gives it back, unless the write has done so
 * @throws NearsameError STORE_BUSY, STORE_UNAVAILABLE
 */
export async function takeLease(
  connection: RedisConnection,
  key: string,
  token: string,
  { leaseMs, waitMs }: LeaseTimes,
): Promise<(isGivenBack: boolean) => Promise<void>> {
  const take = async (extend: 0 | 1) =>
    (await connection.run(takeScript, key, [token, leaseMs, extend])) === 1
  const end = Date.now() + waitMs
  while (!(await take(0))) {
    if (Date.now() > end) throw leaseBusy(waitMs)
    await sleep(3 + Math.random() * 7)
  }
  // A lease that cannot be extended runs out, which is no error: see above.
  const timer = setInterval(() => void take(1).catch(() => {}), leaseMs / 3)
  timer.unref()
  return async isGivenBack => {
    clearInterval(timer)
    // What cannot be given back runs out.
    if (!isGivenBack) await connection.run(releaseScript, key, [token]).catch(() => {})
  }
}

export function leaseBusy(waitMs: number): NearsameError {
  return new NearsameError('STORE_BUSY', {
    expected: `other writers of the collection to end within ${waitMs / 1000} seconds`,
    got: 'one that still writes',
    fix: 'try again later, or write in smaller parts',
  })
}
