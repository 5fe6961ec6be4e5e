import type { DedupeStore } from './store.js'

/** A command with its arguments, such as `['SET', key, value]`. */
export type RedisCommand = [name: string, ...parameters: string[]]

/** Options of the store in Redis. */
export interface RedisDedupeOptions {
  /** The prefix of every key. Default: `merchantpay:webhook:`. */
  prefix?: string | undefined
}

const DONE = 'done'

// Scripts, because each reads and writes atomically.
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`
const MARK_DONE = `local value = redis.call('GET', KEYS[1])
if value and value ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], '${DONE}', 'PX', ARGV[2])
return 1`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

/**
 * Makes a store in Redis, or in a server with its protocol. It remembers over restarts and is shared between machines. The
 * server must not evict keys that have not expired.
 *
 * @param send sends one command and resolves to its reply, with any client: `(command) => redis.call(...command)` with
 *   ioredis, `(command) => client.sendCommand(command)` with node-redis. Configure the client to fail while it has no
 *   connection instead of waiting; a receiver gives up after 5 seconds.
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
  // With a prefix, so that no owner equals DONE.
  const held = (owner: string) => `held by ${owner}`

  async function evaluate(script: string, key: string, ...parameters: string[]): Promise<boolean> {
    return Number(await send(['EVAL', script, '1', prefix + key, ...parameters])) === 1
  }

  return {
    async claim(key, owner, leaseMs) {
      const reply = await send(['SET', prefix + key, held(owner), 'NX', 'PX', `${leaseMs}`])
      if (reply === 'OK') return 'claimed'
      // Redis replies OK or nothing. Any other reply comes from another kind of server.
      if (reply != null) throw new TypeError('the reply to SET is neither OK nor nothing')
      const value = await send(['GET', prefix + key])
      // The owner's own claim: clients repeat a command when the connection broke before its reply.
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
