import type { Dice } from '../../../packages/server/test/support/ledger/dice.js'
import { answer } from '../../../packages/tron-devnode/src/api/router.js'
import type { Chain } from '../../../packages/tron-devnode/src/chain/chain.js'
import { faultAt, refusal, type SimulatedNode, type TimedFault } from './network.js'
import type { Tron } from './tron.js'

/** How many blocks a node lags that fell behind. */
const BEHIND = 30
const OVERLOADED = 'class org.tron.core.exception.BadItemException : lack of computing resources'
const LISTS = /gettransactioninfobyblocknum$/

/** One node of TRON. Its answers are those of the development node. */
export class TronNode implements SimulatedNode {
  fault: TimedFault | undefined

  constructor(
    private readonly tron: Tron,
    private readonly dice: Dice,
    private readonly now: () => number,
  ) {}

  async answer(path: string, body: string): Promise<Response> {
    await this.tron.catchUp()
    const fault = faultAt(this.fault, this.now())
    // An overloaded node refuses under status 200.
    if (fault === 'broken') return Response.json({ Error: OVERLOADED })
    const refused = refusal(fault)
    if (refused) return refused
    const lag = fault === 'behind' ? BEHIND : this.dice.below(2)
    const params = JSON.parse(body) as Record<string, unknown>
    const context = { chain: behind(this.tron, lag), view: 'head' as const, clock: this.now }
    const answered = await answer({ path, params }, params, context)
    // A node that has not stored all transactions of a block yet answers with a part of them.
    if (fault === 'forgetful' && LISTS.test(path) && Array.isArray(answered?.body))
      return Response.json(answered.body.slice(1))
    return answered
      ? Response.json(answered.body, { status: answered.status })
      : new Response('', { status: 404 })
  }
}

/** The chain as a node sees it that misses the newest blocks. Calls and transactions go to the whole chain. */
function behind(tron: Tron, blocks: number): Chain {
  const { chain } = tron
  const top = chain.head.number - blocks
  const seen: Pick<Chain, 'block' | 'head' | 'peek' | 'submit'> = {
    head: chain.block(top) ?? chain.genesis,
    block(number, view = 'head') {
      const most = view === 'solid' ? top - chain.settings.solidLag : top
      return number > most ? undefined : chain.block(number)
    },
    peek: (view, work) => chain.peek(view, work),
    submit: (transaction) => tron.receive(transaction),
  }
  return Object.create(chain, Object.getOwnPropertyDescriptors(seen)) as Chain // its getters read what is seen
}
