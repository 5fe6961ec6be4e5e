import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import type { PaymentCost } from '../../domain/chain/sender.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { descriptionOf } from '../../networks/networks.js'
import { systemClock } from '../../runtime/clock.js'
import type { Args } from '../command.js'
import { card, jsonLine, printText, type Row, table } from '../output.js'
import { readStore } from '../store-access.js'
import { readCard } from './withdrawals.js'

/** Deadline for all answers of the nodes. */
const TIMEOUT_MS = 20_000

interface Story {
  readonly withdrawal: Row
  /** Costs of its payment now; null where nothing is to be paid, or no node answered. */
  readonly costs: readonly Row[] | null
  /** The coins that the hot wallet must have for it, or why there are no costs. */
  readonly costs_note: string
}

/** Shows a withdrawal and what pays for its payment: what the hot wallet has staked or rented, or coins. */
export async function explain(args: Args): Promise<number> {
  const id = args.requiredOperand('withdrawal-id')
  const { withdrawal, card: row } = await readStore((tx) => readCard(tx, id))
  const story: Story = { withdrawal: row, ...(await costsOf(withdrawal)) }
  printText(args.isJson ? jsonLine(story) : pageOf(story))
  return 0
}

async function costsOf(withdrawal: Withdrawal): Promise<Omit<Story, 'withdrawal'>> {
  const { status, destinationAddress: to, amount } = withdrawal
  const none = (why: string) => ({ costs: null, costs_note: why })
  if (status !== 'PENDING' && status !== 'REVIEW') return none('none: no payment is to be signed')
  try {
    const sender = (await openChain(readConfig(), withdrawal, systemClock))?.sender
    if (!sender) return none('unknown: no key of the network signs here')
    if (!sender.quote) return none(`coins alone pay, in ${descriptionOf(withdrawal.network).coin}`)
    const quote = await sender.quote({ to, amount }, AbortSignal.timeout(TIMEOUT_MS))
    if ('notNow' in quote) return none(`unknown: the payment cannot be signed now (${quote.notNow})`)
    const { coin } = descriptionOf(withdrawal.network)
    return {
      costs: quote.costs.map((cost) => rowOf(cost, coin)),
      costs_note: `the hot wallet must have ${quote.requiredCoins} ${coin}, which its fee limit allows to burn`,
    }
  } catch (error) {
    return none(`no node answered: ${error instanceof Error ? error.message : `${error}`}`)
  }
}

const rowOf = ({ name, needed, staked, coins }: PaymentCost, coin: string): Row => ({
  resource: name,
  needed,
  staked_or_rented: staked,
  burned: `${coins} ${coin}`,
})

const pageOf = ({ withdrawal, costs, costs_note }: Story): string =>
  [card(withdrawal), '', `Cost of its payment: ${costs_note}`, ...(costs ? [table(costs)] : [])].join('\n')
