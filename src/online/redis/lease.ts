/**
 * Redis lease: lets one writer go first. It provides fairness and avoids wasted work, not safety: the server refuses a
 * write if anything was written since its reads, so a holder whose lease has expired, or whose process was suspended,
 * does no harm.
 *
 * The key `k` holds the token of the holder and expires, `z` that of the next in line.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type RedisConnection, redisScript } from './connection/client.ts'

/** How long a place in the line lasts without renewal. */
const lineMs = 300

/** ARGV: token, ms, 1 to only extend a lease. Takes or extends it. Returns 1 if it is held. */
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
  /** How long a lease lasts without extension; the holder extends it while it works. */
  readonly leaseMs: number
  /** How long to wait for a lease. */
  readonly waitMs: number
}

/**
 * Waits for the lease of a collection.
 *
 * @returns a function that releases it, unless the write has done so
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
  // A lease that cannot be extended expires, which does no harm: see above.
  const timer = setInterval(() => void take(1).catch(() => {}), leaseMs / 3)
  timer.unref()
  return async isGivenBack => {
    clearInterval(timer)
    // A lease that cannot be released expires.
    if (!isGivenBack) await connection.run(releaseScript, key, [token]).catch(() => {})
  }
}

export function leaseBusy(waitMs: number): NearsameError {
  return new NearsameError('STORE_BUSY', {
    expected: `other writers of the collection to finish within ${waitMs / 1000} seconds`,
    got: 'one that is still writing',
    fix: 'try again later, or write in smaller parts',
  })
}
