import type { ChainCondition } from '../chain/chain-conditions.js'
import { ENDED_BY_HAND } from '../chain/chain-reviews.js'
import { ALL_CHAINS, type ChainId, type Instant } from '../shared/types.js'
import type { ShortWithdrawal } from '../store/attention-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ShortageReason } from '../withdrawals/withdrawal.js'
import type { AttentionItem } from './attention-item.js'
import { chainName, chainOptions, command, counted, READ_ROWS, REASON, sum } from './item-lists.js'

const HOUR_MS = 3_600_000
const BY_HAND: ReadonlySet<string> = new Set(ENDED_BY_HAND)

/** Lists the conditions of all networks, and withdrawals that wait for funds or have waited for something else for an hour. */
export async function networkItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const items: AttentionItem[] = []
  for (const id of ALL_CHAINS) {
    for (const condition of await tx.chainConditions.list(id)) items.push(conditionItem(id, condition))
    items.push(...shortageItems(id, await tx.attention.listShort(id, READ_ROWS), now))
  }
  return items
}

const conditionItem = (id: ChainId, { kind, reason, sinceAt }: ChainCondition): AttentionItem => ({
  key: `${kind}/${chainName(id)}`,
  kind,
  subject: chainName(id),
  sinceAt,
  amount: null,
  text: reason,
  command: command(commandOf(id, kind)),
})

function commandOf(id: ChainId, kind: ChainCondition['kind']): string {
  if (kind === 'signer_paused') return `signer resume ${chainOptions(id)} ${REASON}`
  return BY_HAND.has(kind) ? `chains resume ${chainOptions(id)} --kind ${kind} ${REASON}` : 'chains status'
}

function shortageItems(id: ChainId, rows: readonly ShortWithdrawal[], now: Instant): AttentionItem[] {
  const byReason = new Map<ShortageReason, ShortWithdrawal[]>()
  for (const row of rows) byReason.set(row.reviewReason, [...(byReason.get(row.reviewReason) ?? []), row])
  const name = chainName(id)
  return [...byReason].flatMap(([reason, short]): AttentionItem[] => {
    const sinceAt = Math.min(...short.map((row) => row.sinceAt))
    const isFunds = reason === 'funds'
    if (!isFunds && now - sinceAt < HOUR_MS) return []
    const waiting = counted(short.length, 'withdrawal')
    const item = {
      sinceAt,
      amount: sum(short.map(({ amount }) => amount)),
      command: command(`withdrawals list --status REVIEW --environment ${id.environment}`),
    }
    return isFunds
      ? [
          {
            key: `hot_wallet_short/${name}`,
            kind: 'hot_wallet_short',
            subject: name,
            text: `the hot wallet lacks USDT, or coins for fees, for ${waiting}: fill it`,
            ...item,
          },
        ]
      : [
          {
            key: `withdrawal_waiting/${name}/${reason}`,
            kind: 'withdrawal_waiting',
            subject: `${name}/${reason}`,
            text: `${waiting} on ${name} could not be sent for over an hour: ${reason}`,
            ...item,
          },
        ]
  })
}
