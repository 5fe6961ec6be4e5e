import type { DedupeStore } from './store.js'

/** A command with its arguments, as `['SET', key, value]`. */
export type RedisCommand = [name: string, ...parameters: string[]]

/** Options of the store in Redis. */
export interface RedisDedupeOptions {
  /** Stands before every key. Default: `merchantpay:webhook:`. */
  prefix?: string | undefined
}

const DONE = 'done'

// Each looks and changes in one step; no other client comes between.
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`
const MARK_DONE = `local value = redis.call('GET', KEYS[1])
if value and value ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], '${DONE}', 'PX', ARGV[2])
return 1`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

/**
 * Remembers in Redis, or in a server that speaks its protocol, over restarts and between machines, as far as that server
 * keeps what it is given: it must not evict keys that have not expired.
 *
 * @param send sends one command and gives its reply, whatever the client: `(command) => redis.call(...command)` with
 *   ioredis, `(command) => client.sendCommand(command)` with node-redis. Let the client fail rather than wait for ever
 *   while it has no connection; after 5 seconds a receiver gives up on it.
 * @example
 * ```ts
 * import { redisDedupe } from '@merchantpay/webhook-verify/dedupe/redis'
 *
 * const sent: string[] = []
 * const dedupe = redisDedupe(async ([name]) => {
 *   sent.push(name)
 *   return 'OK'
 * })
 * console.log(await dedupe.claim('order 1', 'me', 30_000), sent) // claimed [ 'SET' ]
 * ```
 */
export function redisDedupe(
  send: (command: RedisCommand) => Promise<unknown>,
  { prefix = 'merchantpay:webhook:' }: RedisDedupeOptions = {},
): DedupeStore {
  // So that no owner can be taken for the mark.
  const held = (owner: string) => `held by ${owner}`

  async function evaluate(script: string, key: string, ...parameters: string[]): Promise<boolean> {
    return Number(await send(['EVAL', script, '1', prefix + key, ...parameters])) === 1
  }

  return {
    async claim(key, owner, leaseMs) {
      const reply = await send(['SET', prefix + key, held(owner), 'NX', 'PX', `${leaseMs}`])
      if (reply === 'OK') return 'claimed'
      // Any reply but these two comes from something that is no Redis: nothing can be told by it.
      if (reply != null) throw new TypeError('the reply to SET is neither OK nor nothing')
      const value = await send(['GET', prefix + key])
      // Its own: clients send a command again when a connection broke before its reply.
      if (value === held(owner)) return 'claimed'
      return value === DONE ? 'done' : 'busy'
    },
    renew: (key, owner, leaseMs) => evaluate(RENEW, key, held(owner), `${leaseMs}`),
    done: (key, owner, ttlMs) => evaluate(MARK_DONE, key, held(owner), `${ttlMs}`),
    async release(key, owner) {
      await evaluate(RELEASE, key, held(owner))
    },
  }
}
