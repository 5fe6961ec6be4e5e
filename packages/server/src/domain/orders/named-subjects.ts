import { storedSpelling } from '@merchantpay/core/id-spelling'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WithdrawalSearch } from '../store/withdrawal-tables.js'
import type { DeliveryWithEvent } from '../webhooks/webhook.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { deliveryBeginning, linkBeginning, withdrawalBeginnings, withPrefix } from './beginnings.js'
import { searchedAmount } from './searched-amount.js'

/** Maximum withdrawals that a part of a number, an id or a hash finds. */
const MOST_NAMED = 100
/** The address of a page for payers, pasted whole. */
const PAYER_PAGE = /^https?:\/\/\S+\/(pay|link)\/([\w-]{22})(?:[?#].*)?$/

/** The page of a payer that a text is the address of. */
export interface PayerPage {
  readonly of: 'order' | 'link'
  readonly token: string
}

/** Returns undefined for every text that is not the address of such a page. */
export function payerPageOf(text: string): PayerPage | undefined {
  const [, area, token] = PAYER_PAGE.exec(text) ?? []
  return token === undefined ? undefined : { of: area === 'pay' ? 'order' : 'link', token }
}

/** Finds the payment link that a text names, by its id or the address of its page. */
export async function findLink(tx: Tx, text: string) {
  const page = payerPageOf(text)
  if (page) return page.of === 'link' ? tx.paymentLinks.findByToken(page.token) : undefined
  return tx.paymentLinks.find(storedSpelling(text))
}

/** Finds the payment link that a text names, or those whose ids begin with it. */
export async function linksNamed(tx: Tx, text: string, limit: number) {
  const link = await findLink(tx, text)
  if (link) return [link]
  const beginning = linkBeginning(text)
  return beginning === undefined ? [] : tx.paymentLinks.listByBeginning(beginning, limit)
}

/**
 * Finds the withdrawal that a text names by its id or number, or those that have the text as their amount, or as the beginning
 * of an id, a number, a hash or an address.
 */
export async function withdrawalsNamed(
  tx: Tx,
  scope: Partial<Scope>,
  text: string,
  limit: number,
): Promise<Withdrawal[]> {
  const withdrawal = await withdrawalNamed(tx, scope, text)
  if (withdrawal) return [withdrawal]
  return tx.withdrawals.searchParts(scope, {
    amount: searchedAmount(text),
    beginnings: withdrawalBeginnings(text),
    limit,
  })
}

/**
 * Looks up the text of a search: withdrawals whose number, id or hash it is, or the beginning of it, are found however old they
 * are. Any other text is compared with each withdrawal: many may have an address.
 */
export async function searchForNamed(tx: Tx, search: WithdrawalSearch): Promise<WithdrawalSearch> {
  const { text } = search
  if (text === undefined) return search
  const named = await withdrawalNamed(tx, search, text)
  const beginnings = withdrawalBeginnings(text).filter(({ of }) => of !== 'address')
  const found = named
    ? [named]
    : await tx.withdrawals.searchParts(search, { amount: undefined, beginnings, limit: MOST_NAMED })
  return found.length === 0 ? search : { ...search, text: undefined, ids: found.map(({ id }) => id) }
}

async function withdrawalNamed(tx: Tx, scope: Partial<Scope>, text: string): Promise<Withdrawal | undefined> {
  const name = storedSpelling(withPrefix(text, 'wdr'))
  const withdrawal = (await tx.withdrawals.find(name)) ?? (await tx.withdrawals.findByNumber(name))
  return withdrawal && isWithin(withdrawal, scope) ? withdrawal : undefined
}

const isWithin = (withdrawal: Scope, { merchantId, environment }: Partial<Scope>): boolean =>
  (merchantId ?? withdrawal.merchantId) === withdrawal.merchantId &&
  (environment ?? withdrawal.environment) === withdrawal.environment

/** Finds the delivery that a text names, or those whose ids begin with it. */
export async function deliveriesNamed(tx: Tx, text: string, limit: number): Promise<DeliveryWithEvent[]> {
  const delivery = await tx.webhookHistory.find(storedSpelling(text))
  if (delivery) return [delivery]
  const beginning = deliveryBeginning(text)
  return beginning === undefined ? [] : tx.webhookHistory.listByBeginning(beginning, limit)
}
