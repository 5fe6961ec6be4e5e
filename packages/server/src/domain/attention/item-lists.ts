import { add, formatUsdt, MAX_USDT, type Usdt, ZERO } from '../shared/money.js'
import type { ChainId, Environment } from '../shared/types.js'
import { type AttentionItem, type AttentionKind, restKey, SINGLE_ITEMS } from './attention-item.js'

export const HOUR_MS = 3_600_000
/** Rows that one line counts. */
export const COUNTED = 1_000
/** Rows that a list reads: the single ones, those that are counted, and one more. */
export const READ_ROWS = SINGLE_ITEMS + COUNTED + 1

/** Ends the commands that need a reason; the operator replaces the dots. */
export const REASON = '--reason "..."'
export const command = (args: string): string => `merchantpay-server ${args}`

export const chainName = ({ environment, network }: ChainId): string => `${environment}/${network}`
export const chainOptions = ({ environment, network }: ChainId): string =>
  `--environment ${environment} --network ${network}`

export const countText = (count: number): string => (count > COUNTED ? `over ${COUNTED}` : `${count}`)

/** Returns `1 order` or `2 orders`. */
export const counted = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${countText(count)} ${noun}s`

/** Adds amounts, up to the largest one that a row holds. */
export function sum(amounts: readonly Usdt[]): Usdt {
  const total = amounts.reduce(add, ZERO)
  return total > MAX_USDT ? MAX_USDT : total
}

export const amountText = (amount: Usdt): string => `${formatUsdt(amount)} USDT`

type Placed = { readonly environment?: Environment | null }

const rankOf = ({ environment }: Placed): number => (environment === 'test' ? 1 : 0)

/** Puts those in test last, so that they push no real money off a list that is cut. */
export const testLast = (one: Placed, other: Placed): number => rankOf(one) - rankOf(other)

/** Lists the first rows one by one, those in test last, and puts the rest on one line. */
export function oneByOne<Row extends object & Placed>(
  kind: AttentionKind,
  found: readonly Row[],
  itemOf: (row: Row) => Omit<AttentionItem, 'kind' | 'key'>,
  restOf: (
    first: Row,
    rest: readonly Row[],
  ) => Omit<AttentionItem, 'kind' | 'key' | 'subject' | 'environment'>,
): AttentionItem[] {
  const rows = [...found].sort(testLast)
  const items: AttentionItem[] = rows.slice(0, SINGLE_ITEMS).map((row) => {
    const item = itemOf(row)
    return { key: `${kind}/${item.subject}`, kind, ...item }
  })
  const rest = rows.slice(SINGLE_ITEMS)
  const [first] = rest
  if (first !== undefined) {
    const { environment = null } = first
    // Only test may follow one in test.
    const line = {
      key: restKey(kind),
      kind,
      subject: 'more',
      environment: environment === 'test' ? environment : null,
    }
    items.push({ ...line, ...restOf(first, rest) })
  }
  return items
}
