import { describe, expect, it } from 'vitest'
import type { RecordedTransfer } from '../../src/domain/chain/transfer.js'
import { requireMetadata } from '../../src/domain/merchants/merchant-input.js'
import type { OnChainOrder, Order } from '../../src/domain/orders/order.js'
import { orderEvent } from '../../src/domain/orders/order-event.js'
import type { OrderFact } from '../../src/domain/orders/order-fact.js'
import { usdt } from '../../src/domain/shared/money.js'
import { EVENT_BODY_BYTES, EVENT_TRANSACTIONS, METADATA_BYTES } from '../../src/domain/shared/policy.js'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { fanOut } from '../../src/domain/webhooks/webhook-deliveries.js'
import { withdrawalEvent } from '../../src/domain/withdrawals/withdrawal-event.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { appOrder, chainOrder, merchant, withdrawal } from '../support/storage/store-rows.js'

/** More transfers than an event lists. */
const TRANSFERS = 1_100
const LARGEST = usdt(9_000_000_000_000_000_000n)
const FLAGGED = TRANSFERS - 50

/** Returns metadata of the maximum size, with half of a surrogate pair, which JSON writes as six characters. */
function longestMetadata(): string {
  const frame = requireMetadata({ half: '\ud800', filler: '' }).length
  const text = requireMetadata({ half: '\ud800', filler: 'x'.repeat(METADATA_BYTES - frame) })
  if (Buffer.byteLength(text) !== METADATA_BYTES) throw new Error(`${Buffer.byteLength(text)} bytes`)
  return text
}

/** Creates transfer `n`: each has a larger value than the one before, and every second one is not confirmed. */
const transfer = (n: number): RecordedTransfer => ({
  environment: 'test',
  network: 'ERC20',
  txHash: `0x${`${n}`.padStart(64, '0')}`,
  logIndex: 0,
  from: `0x${'a'.repeat(40)}`,
  to: `0x${'b'.repeat(40)}`,
  origin: null,
  value: usdt(LARGEST - BigInt(n === FLAGGED ? TRANSFERS : TRANSFERS - n)),
  block: { number: Number.MAX_SAFE_INTEGER - TRANSFERS + n, hash: `0x${'c'.repeat(64)}`, timeAt: START },
  incarnation: 1,
  orderId: 'a',
  isLate: false,
  dueBlock: 1,
  ignoredReason: null,
  confirmedAt: n % 2 === 0 ? START : null,
  isFlagged: n === FLAGGED,
  screenedAt: START,
  orphanedAt: null,
  attributedTo: null,
})

const full = (): OnChainOrder => ({
  ...chainOrder('a', 'shop'),
  id: 'a',
  network: 'ERC20',
  amount: LARGEST,
  received: LARGEST,
  credited: LARGEST,
  frozenReason: 'compliance',
  metadata: longestMetadata(),
})

const CONFIRMED: OrderFact = {
  kind: 'transfer_confirmed',
  transfer: transfer(1),
  isAttributed: false,
  inFlight: false,
}

describe.each(ENGINES)('the body of an event on %s', (engine) => {
  it(`has at most ${EVENT_BODY_BYTES} bytes, whatever was sent to the order`, async () => {
    const { store, side } = await openDatabase(engine)
    const context = contextAt(handClock())
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'shop'))
      for (let n = 0; n < TRANSFERS; n += 1) await tx.transfers.insert(transfer(n))
      const order: Order = full()
      const paid = { ...withdrawal('w', 'shop'), metadata: order.metadata, amount: LARGEST, fee: LARGEST }
      for (const event of EVENT_TYPES) {
        const isWithdrawals = event === 'withdrawal.completed' || event === 'withdrawal.failed'
        const outgoing = isWithdrawals
          ? withdrawalEvent(context, paid, event)
          : await orderEvent(tx, context, order, event, CONFIRMED)
        await fanOut(tx, context, [outgoing])
      }
    })
    const rows = await (await side()).rows<{ event: string; body: string }>(
      'SELECT event, body FROM webhook_events ORDER BY event',
    )
    expect(rows.map(({ event }) => event)).toEqual([...EVENT_TYPES].sort())
    for (const { body } of rows) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(EVENT_BODY_BYTES)
    const hashesOf = (name: string): string[] => {
      const { data } = JSON.parse(rows.find(({ event }) => event === name)?.body ?? '{}')
      return data.transactions.map(({ tx_hash: hash }: { tx_hash: string }) => hash)
    }
    const numbers = Array.from({ length: TRANSFERS }, (_, n) => n)
    const hashes = (which: readonly number[]) => which.map((n) => transfer(n).txHash)
    const confirmed = numbers.filter((n) => n % 2 === 0 && n !== FLAGGED).slice(1 - EVENT_TRANSACTIONS)
    expect(hashesOf('payment.confirmed')).toEqual(hashes([FLAGGED, ...confirmed].sort((a, b) => a - b)))
    const canonical = numbers.filter((n) => n !== FLAGGED).slice(1 - EVENT_TRANSACTIONS)
    expect(hashesOf('payment.frozen')).toEqual(hashes([FLAGGED, ...canonical].sort((a, b) => a - b)))
  })

  it('is refused above that size, and nothing of it is stored', async () => {
    const { store, side } = await openDatabase(engine)
    const context = contextAt(handClock())
    const event = {
      id: 'event',
      merchantId: 'shop',
      environment: 'test',
      event: 'payment.confirmed',
      subject: 'order',
      body: 'x'.repeat(EVENT_BODY_BYTES + 1),
      createdAt: START,
    } as const
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    const oversized = store.write((tx) => fanOut(tx, context, [{ event, ownUrl: null }]))
    await expect(oversized).rejects.toThrow('the body of payment.confirmed has 65537 bytes')
    const smaller = { ...event, body: event.body.slice(1) }
    await store.write((tx) => fanOut(tx, context, [{ event: smaller, ownUrl: null }]))
    expect(await (await side()).value('SELECT COUNT(*) FROM webhook_events')).toBe(1)
  })
})
