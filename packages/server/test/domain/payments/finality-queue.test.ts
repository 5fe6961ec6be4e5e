import { expect, it } from 'vitest'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { RecordedTransfer } from '../../../src/domain/chain/transfer.js'
import type { TreasuryTransfer } from '../../../src/domain/chain/treasury-transfer.js'
import { CONFIRM_BATCH, listDueWith } from '../../../src/domain/payments/finality-queue.js'
import { NO_SCREENING } from '../../../src/domain/screening/screening.js'
import type { PageAfter, TransferPosition } from '../../../src/domain/store/payment-tables.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { amount, START } from '../../support/domain/context.js'

const block = { number: 1, hash: 'b', timeAt: START }
const identity = { environment: 'live', network: 'TRC20', incarnation: 1 } as const
const shared = { ...identity, from: 'a', to: 'b', value: amount('1'), block, dueBlock: 1 }
const open = { ignoredReason: null, confirmedAt: null, orphanedAt: null }

const sweep = (logIndex: number): TreasuryTransfer => ({
  ...{ ...shared, ...open, kind: 'sweep', txHash: 'sweep', logIndex },
})

const payment = (logIndex: number): RecordedTransfer => ({
  ...{ ...shared, ...open, txHash: 'payment', logIndex, origin: null, orderId: null },
  ...{ isLate: false, isFlagged: false, screenedAt: START, attributedTo: null },
})

/** Lists a page of `all`, as the tables do. */
const pageOf =
  <Row extends TransferPosition>(all: readonly Row[]) =>
  async (_id: unknown, _block: number, { after, limit }: PageAfter): Promise<Row[]> =>
    all.filter(({ logIndex }) => logIndex > (after?.logIndex ?? -1)).slice(0, limit)

it('continues payments and treasury transfers where the last batch ended, so that none waits for others', async () => {
  const indexes = Array.from({ length: CONFIRM_BATCH + 1 }, (_, index) => index)
  const transfers = { listDue: pageOf(indexes.map(payment)) }
  const treasuryTransfers = { listDue: pageOf(indexes.map(sweep)) }
  const tx = { transfers, treasuryTransfers } as unknown as Tx // the only tables in use
  const chain = { environment: 'live', network: 'TRC20', depth: 1 } as Chain // the only fields in use
  const to = { ...block, number: 2 }
  const nothing = { transfers: [], outgoing: [], ignored: [], adminEvents: [] }
  const step = { kind: 'forward', to, blocks: [], ...nothing } as const
  const context = { screening: NO_SCREENING }

  const first = await listDueWith(tx, context, chain, step)
  const second = await listDueWith(tx, context, chain, step, first.next)
  const counts = [first, second].map(({ recorded, others, isAll }) => [recorded.length, others.length, isAll])
  expect(counts).toEqual([
    [CONFIRM_BATCH, CONFIRM_BATCH, false],
    [1, 1, false],
  ])
})
