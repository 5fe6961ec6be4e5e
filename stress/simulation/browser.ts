import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { CallerWorld } from './caller.js'
import type { Answer } from './exchange.js'
import { ConnectionLost } from './service.js'

/** After as many tries a payer gives up. */
const MOST_TRIES = 20
/** Answers in a hundred that are lost on their way: the order of a form may exist, and its payer does not know. */
const LOST = 10
const CHECKOUT = /^\.\.\/pay\/([\w-]{22})$/

/** A browser without a script, behind the proxy of the service. */
export class Browser {
  private cookie: string | undefined

  /** @param address the network address that the proxy names */
  constructor(
    private readonly world: CallerWorld,
    private readonly address: string,
  ) {}

  /** Returns another tab, with the same cookies. */
  tab(): Browser {
    const tab = new Browser(this.world, this.address)
    tab.cookie = this.cookie
    return tab
  }

  /** Opens a page. @returns undefined when the payer gives up */
  async open(dice: Dice, path: string): Promise<Answer | undefined> {
    const answer = await this.insist(dice, () => this.send('GET', path))
    const [cookie] = answer?.headers['set-cookie'] ?? []
    if (cookie) this.cookie = cookie.split(';')[0]
    return answer
  }

  /** Sends the form of a page until there is an answer. @returns the token of the checkout page that it leads to */
  async order(dice: Dice, path: string, network: string): Promise<string | undefined> {
    const answer = await this.insist(dice, () => this.submit(path, network))
    return answer && tokenIn(answer)
  }

  /** Sends the form of a page once. @throws ConnectionLost */
  submit(path: string, network: string): Promise<Answer> {
    return this.send('POST', path, { network })
  }

  private async send(method: string, path: string, form?: Record<string, string>): Promise<Answer> {
    const headers = {
      'x-forwarded-for': this.address,
      ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
    }
    return (await this.world.service()).call(method, path, { headers, ...(form && { form }) })
  }

  private async insist(dice: Dice, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const { story, time, isReliable, onFailure } = this.world
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      try {
        const answer = await send()
        if (!isReliable() && dice.chance(LOST)) throw new ConnectionLost()
        if (answer.status < 500) return answer
        if (answer.status !== 503) onFailure(`a page: ${answer.status}`)
        story.note(`a payer gets a page with ${answer.status}`)
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        story.note('a payer loses the connection')
      }
      await time.sleep(2_000 + dice.below(20_000))
    }
    return undefined
  }
}

/** Returns the token of the checkout page that an answer leads to. */
export const tokenIn = ({ headers }: Answer): string | undefined => CHECKOUT.exec(`${headers.location}`)?.[1]
