import { systemClock } from '@merchantpay/testing'
import { readReply } from '../http/replies.js'
import { callOf, exchange } from '../http/request.js'
import type { ConformanceTarget, Keys } from '../targets/target.js'
import { pass } from './pass.js'

/** Under the limit of 60, so that making the next key is still allowed. */
const REQUESTS_PER_KEY = 50
/** Well below the limits of a merchant: 600 requests a minute and 20 new keys an hour. */
const MOST_KEYS = 8
/** A case that starts with this many keys can use two more, for a hundred requests, without a wait. */
const WORN_KEYS = 6
/** The window of a key, with some slack. */
const WINDOW_MS = 61_000

/** A key and its use in the current window. */
interface Held {
  readonly keys: Keys
  readonly openedAt: number
  lent: number
}

/**
 * The keys of one merchant. Each signs part of its limit of a minute and then creates its successor. Once there are
 * enough of them they take turns, and may wait for a window to end.
 */
export class KeyRing {
  readonly #first: Keys
  /** The current key comes last. */
  #held: Held[]
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    readonly target: ConformanceTarget,
    keys: Keys,
  ) {
    this.#first = keys
    this.#held = [this.#open(keys)]
  }

  /** Whether a case with many requests may have to wait for a window to end. */
  get isWorn(): boolean {
    return this.#held.length >= WORN_KEYS
  }

  /** Signs one request with a key that has requests left. */
  async lend<Result>(use: (keys: Keys) => Promise<Result>): Promise<Result> {
    const taken = this.#turn.then(() => this.#take())
    this.#turn = taken.catch(() => undefined)
    return use(await taken)
  }

  /** Revokes the created keys and continues with the first. */
  async revokeAll(): Promise<void> {
    const by = this.#current.keys
    const made = this.#held.map(({ keys }) => keys).filter((keys) => keys !== this.#first)
    for (const { keyId: id } of made) {
      readReply('revokeApiKey', await exchange(this.target, callOf('revokeApiKey', { id }), { keys: by }))
    }
    this.#held = [this.#open(this.#first)]
  }

  get #current(): Held {
    return this.#held.at(-1) ?? this.#open(this.#first)
  }

  async #take(): Promise<Keys> {
    if (this.#current.lent >= REQUESTS_PER_KEY) {
      this.#held.push(this.#held.length >= MOST_KEYS ? await this.#reopenOldest() : await this.#make())
    }
    const held = this.#current
    held.lent += 1
    return held.keys
  }

  async #make(): Promise<Held> {
    const body = { environment: 'test', name: 'conformance' }
    const call = callOf('createApiKey', { body })
    const made = readReply('createApiKey', await exchange(this.target, call, { keys: this.#current.keys }))
    return this.#open({ keyId: made.key_id, secret: made.secret })
  }

  async #reopenOldest(): Promise<Held> {
    const { keys, openedAt } = this.#held.shift() ?? this.#current
    await pass(this.target, Math.max(0, openedAt + WINDOW_MS - this.#now()))
    return this.#open(keys)
  }

  #open(keys: Keys): Held {
    return { keys, openedAt: this.#now(), lent: 0 }
  }

  #now(): number {
    return (this.target.clock ?? systemClock).monotonic()
  }
}
