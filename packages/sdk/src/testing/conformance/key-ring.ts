import { readReply } from './replies.js'
import { callOf, exchange } from './request.js'
import type { ConformanceTarget, Keys } from './target.js'

/** Under the limit of 60, so that making the next key is still allowed. */
const REQUESTS_PER_KEY = 50

/** A key, and how far it is used. */
interface Held {
  readonly keys: Keys
  lent: number
  /** Requests that it has signed and that are not answered. */
  pending: number
}

/**
 * The keys of one merchant. Each signs a part of what the limit allows in a minute and is then replaced by
 * one that it makes, so that no case waits for a window to end.
 */
export class KeyRing {
  #held: Held
  readonly #first: Held
  #used: Held[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    readonly target: ConformanceTarget,
    keys: Keys,
  ) {
    this.#held = { keys, lent: 0, pending: 0 }
    this.#first = this.#held
  }

  /** Signs one request with a key that has some left. */
  async lend<Result>(use: (keys: Keys) => Promise<Result>): Promise<Result> {
    const taken = this.#turn.then(() => this.#take())
    this.#turn = taken.catch(() => undefined)
    const held = await taken
    try {
      return await use(held.keys)
    } finally {
      held.pending -= 1
    }
  }

  /** Revokes the keys that were made, and goes on with the first. */
  async revokeAll(): Promise<void> {
    const made = [...this.#used, this.#held].filter((held) => held !== this.#first)
    for (const { keys } of made) await this.#revoke(this.#held.keys, keys)
    this.#held = this.#first
    this.#used = []
  }

  async #take(): Promise<Held> {
    if (this.#held.lent >= REQUESTS_PER_KEY) await this.#replace()
    const held = this.#held
    held.lent += 1
    held.pending += 1
    return held
  }

  async #replace(): Promise<void> {
    const body = { environment: 'test', name: 'conformance' }
    const answer = await exchange(this.target, callOf('createApiKey', { body }), { keys: this.#held.keys })
    const { key_id, secret } = readReply('createApiKey', answer)
    const idle = this.#used.filter(({ pending }) => pending === 0)
    this.#used = [...this.#used.filter(({ pending }) => pending > 0), this.#held]
    this.#held = { keys: { keyId: key_id, secret }, lent: 0, pending: 0 }
    for (const held of idle) {
      if (held !== this.#first) await this.#revoke(this.#held.keys, held.keys)
    }
  }

  async #revoke(by: Keys, { keyId: id }: Keys): Promise<void> {
    readReply('revokeApiKey', await exchange(this.target, callOf('revokeApiKey', { id }), { keys: by }))
  }
}
