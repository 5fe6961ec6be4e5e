import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'
import type { Operator } from './operator.js'
import type { Shop } from './shop.js'

/** An order that is older than the backup by this is in it, ms. */
const SURELY_MS = 60_000

export interface Losses {
  /** Payouts that were canceled or rejected, and wait again. */
  readonly revived: readonly string[]
  /** App orders that are known. */
  readonly appSales: readonly string[]
  /** Lines about what should be in the backup. */
  readonly missing: readonly string[]
}

/** Lets shops and operator know what a restore has undone. @param backupAt when the backup was made */
export async function noteLosses(
  shops: readonly Shop[],
  operator: Operator,
  backupAt: number,
): Promise<Losses> {
  // Loaded after the installation of the virtual time.
  const { readStore } = await import('../../packages/server/src/commands/store-access.js')
  return readStore(async (tx) => {
    const missing: string[] = []
    const revived: string[] = []
    const appSales: string[] = []
    for (const shop of shops) {
      for (const { id, soldAt } of await forgetOrders(tx, shop))
        if (soldAt < backupAt - SURELY_MS) missing.push(`${id} is older than the backup, and lost`)
      operator.forgetSince(
        backupAt,
        shop.orders.map(({ id }) => id),
      )
      await forgetLinks(tx, shop)
      appSales.push(...(await forgetAppSales(tx, shop)))
      revived.push(...(await forgetPayouts(tx, shop, operator)))
      shop.receiver.forgive()
      await returnToKeys(tx, shop)
    }
    await forgetAttributions(tx, operator)
    return { revived, appSales, missing }
  })
}

async function forgetAttributions(tx: Tx, { attributed }: Operator): Promise<void> {
  const { readTransferName } = await import('../../packages/server/src/commands/ledger/ledger-entries.js')
  for (const name of [...attributed.keys()]) {
    const known = await tx.transfers.find(readTransferName(name))
    if ((known?.attributedTo ?? null) === null) attributed.delete(name)
  }
}

/** The restored keys are those of the backup. */
async function returnToKeys(tx: Tx, shop: Shop): Promise<void> {
  shop.revoked = undefined
  for (const key of shop.keys) {
    const known = await tx.apiKeys.find(key.keyId)
    if (known?.revokedAt === null) shop.caller.access = key
    else if (known) shop.revoked = key
  }
}

async function forgetOrders(tx: Tx, { orders, lost, accepted }: Shop): Promise<Shop['orders']> {
  const gone: Shop['orders'] = []
  for (const order of [...orders]) {
    const known = await tx.orders.find(order.id)
    // A window that was ended early is open again.
    if (known) order.expireAt = known.expireAt
    else gone.push(...orders.splice(orders.indexOf(order), 1))
    if (known?.kind !== 'on-chain' || !known.acceptance) accepted.delete(order.id)
    else accepted.set(order.id, undefined)
  }
  lost.orders.push(...gone)
  return gone
}

async function forgetLinks(tx: Tx, { links, orders, lost }: Shop): Promise<void> {
  for (const link of [...links]) {
    const known = await tx.paymentLinks.find(link.id)
    lost.links.add(link.id)
    if (!known) links.splice(links.indexOf(link), 1)
    link.closedAt = known?.closedAt ?? undefined
    for (const [id, order] of link.orders) if (!orders.includes(order)) link.orders.delete(id)
  }
}

/** @returns those that are not lost */
async function forgetAppSales(tx: Tx, { appSales, lost }: Shop): Promise<string[]> {
  for (const sale of [...appSales]) {
    if (await tx.orders.find(sale.id)) continue
    appSales.splice(appSales.indexOf(sale), 1)
    lost.ids.add(sale.id)
  }
  return appSales.map(({ id }) => id)
}

/** @returns those that were canceled or rejected, and wait again */
async function forgetPayouts(tx: Tx, shop: Shop, operator: Operator): Promise<string[]> {
  const { payouts, canceled, lost } = shop
  const revived: string[] = []
  for (const payout of [...payouts]) {
    const { id } = payout
    const known = await tx.withdrawals.find(id)
    if (known?.completedAt === null && known.failureCode === null) operator.settledAs.delete(id)
    if (!known) lost.payouts.push(...payouts.splice(payouts.indexOf(payout), 1))
    else if (known.status === 'PENDING' || known.status === 'REVIEW') {
      const isUndone = canceled.delete(id) || operator.verdicts.get(id) === 'against the merchant'
      if (isUndone) revived.push(id)
      else if (known.approvedAt === null) operator.verdicts.delete(id)
    }
  }
  return revived
}
