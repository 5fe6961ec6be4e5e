import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Answer, Keys } from './exchange.js'
import { ConnectionLost, type Service } from './service.js'
import type { Story } from './story.js'
import type { VirtualTime } from './virtual-time.js'

export interface CallerWorld {
  readonly time: VirtualTime
  readonly story: Story
  /** A running server, awaited while none runs. */
  readonly service: () => Promise<Service>
  /** Whether every answer arrives, and receivers take everything. */
  readonly isReliable: () => boolean
  /** Called with each answer of a fault that is not 503. */
  readonly onFailure: (what: string) => void
}

/** Answers in a hundred that are lost on their way, more of those to calls that make something. */
const [LOST, LOST_POSTS] = [3, 10]

/** A client that calls until there is an answer, with the same idempotency key. */
export class Caller {
  /** How it signs its calls, or its bearer token. */
  access: Keys | string | undefined

  constructor(private readonly world: CallerWorld) {}

  /** @param key sent as `Idempotency-Key` @returns the first answer that is no fault of the service */
  async insist(dice: Dice, method: string, target: string, body?: object, key?: string): Promise<Answer> {
    for (;;) {
      const answer = await this.tryOnce(dice, method, target, body, key)
      if (answer) return answer
      await this.world.time.sleep(2_000 + dice.below(20_000))
    }
  }

  /** Calls once. @returns undefined where the answer is lost, or the service asks for a later call */
  async tryOnce(
    dice: Dice,
    method: string,
    target: string,
    body?: object,
    key?: string,
  ): Promise<Answer | undefined> {
    const { story, onFailure } = this.world
    const service = await this.world.service()
    const { access } = this
    try {
      const answer = await service.call(method, target, { body, key, access })
      if (!this.world.isReliable() && dice.chance(method === 'POST' ? LOST_POSTS : LOST))
        throw new ConnectionLost()
      const isOnTime = typeof access === 'object' && access.lagS === undefined
      // The server's clock is wrong for a moment.
      const isMistimed = isOnTime && `${answer.json.error}`.startsWith('request timestamp')
      // Its key was replaced and revoked meanwhile.
      const isOutdated = answer.status === 401 && access !== this.access
      const isLater =
        isMistimed || isOutdated || answer.status >= 500 || answer.json.error === 'no available address'
      if (!isLater) return answer
      const what = `${method} ${target}: ${answer.status} ${answer.json.error}`
      story.note(what)
      if (answer.status >= 500 && answer.status !== 503) onFailure(what)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      story.note(`${method} ${target}: connection lost`)
    }
    return undefined
  }
}
