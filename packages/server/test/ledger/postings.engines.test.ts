import { describe, expect, it } from 'vitest'
import { merchantAccount, platformAccount } from '../../src/domain/ledger/account.js'
import { LedgerConflict, post } from '../../src/domain/ledger/ledger.js'
import type { LedgerTransaction } from '../../src/domain/ledger/ledger-entry.js'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import { attribution, suspenseDeposit } from '../../src/domain/orders/order-postings.js'
import { createAppPayment, settleAppPayment, voidAppPayment } from '../../src/domain/payments/app-payments.js'
import type { Usdt } from '../../src/domain/shared/money.js'
import { hold, type WithdrawalFact } from '../../src/domain/withdrawals/withdrawal-state.js'
import { tryApply } from '../../src/domain/withdrawals/withdrawals.js'
import { MadeUpNetwork } from '../support/chain/made-up-network.js'
import { amount } from '../support/domain/context.js'
import { ENGINES } from '../support/storage/engines.js'
import { replaceTables } from '../support/storage/replace-tables.js'
import { appOrder, merchant, withdrawal } from '../support/storage/store-rows.js'

const SHOP = { merchantId: 'shop', environment: 'test' } as const
const AVAILABLE = merchantAccount(SHOP, 'available')
const HELD = merchantAccount(SHOP, 'held')
const CUSTODY = platformAccount('test', 'custody:TRC20')
const SETTLED = { inFlight: false } as const

/** The accounts with a balance other than zero, as `code balance`. */
async function balances({ side }: MadeUpNetwork): Promise<string[]> {
  const rows = await side.rows<{ code: string; balance: bigint }>(
    'SELECT code, balance FROM ledger_accounts WHERE balance <> 0 ORDER BY code',
  )
  return rows.map(({ code, balance }) => `${code} ${balance}`)
}

/** The postings of the newest ledger transaction, as `kind debit→credit amount`. */
async function newest({ side }: MadeUpNetwork): Promise<string[]> {
  const rows = await side.rows<{ kind: string; debit: string; credit: string; amount: bigint }>(
    `SELECT kind, debit_account AS debit, credit_account AS credit, amount
     FROM ledger_postings JOIN ledger_transactions ON ledger_transactions.id = transaction_id
     WHERE transaction_id = (SELECT id FROM ledger_transactions ORDER BY id DESC LIMIT 1) ORDER BY sequence`,
  )
  const codeOf = (id: string) => id.slice(id.lastIndexOf('/') + 1)
  return rows.map(
    ({ kind, debit, credit, amount: moved }) => `${kind} ${codeOf(debit)}→${codeOf(credit)} ${moved}`,
  )
}

const write = (network: MadeUpNetwork, ...transactions: LedgerTransaction[]) =>
  network.store.write((tx) => post(tx, network.context, transactions))

const entry = (key: string, value: Usdt, more: Partial<LedgerTransaction> = {}): LedgerTransaction => ({
  environment: 'test',
  kind: 'adjust',
  key,
  reference: 'someone',
  legs: [{ debit: CUSTODY, credit: AVAILABLE, amount: value }],
  ...more,
})
const takes = (key: string, value: Usdt, more: Partial<LedgerTransaction> = {}) =>
  entry(key, value, { legs: [{ debit: AVAILABLE, credit: HELD, amount: value }], ...more })
const violation = (kind: string) => ({ name: 'ConstraintViolation', kind })

describe.each(ENGINES)('on %s', (engine) => {
  /** Opens a network with an order of 25.00 of which 12.345675 is confirmed, for a fee of 0.123456. */
  async function withPart(): Promise<{ network: MadeUpNetwork; order: OnChainOrder }> {
    const network = await MadeUpNetwork.open(engine)
    const order = await network.order()
    await network.forward(4, network.transfer(order, '12.345675', network.block(2)))
    return { network, order }
  }

  describe('a confirmed transfer', () => {
    it('inside a lease goes from custody to the merchant, less its fee', async () => {
      const { network } = await withPart()
      expect(await newest(network)).toEqual([
        'deposit custody:TRC20→available 1234567500',
        'deposit available→fees 12345600',
      ])
    })

    it('adds the growth of the order’s fee: the fee is rounded per order, not per transfer', async () => {
      const { network, order } = await withPart()
      await network.forward(8, network.transfer(order, '12.345675', network.block(6)))
      expect(await newest(network)).toEqual([
        'deposit custody:TRC20→available 1234567500',
        'deposit available→fees 12345700',
      ])
      expect(await balances(network)).toEqual([
        'available 2444443700',
        'custody:TRC20 2469135000',
        'fees 24691300',
      ])
    })

    it('outside any lease goes to suspense in full', async () => {
      const { network, order } = await withPart()
      const early = { ...network.block(2), timeAt: 1 }
      const stray = network.transfer(order, '7', network.block(5), { block: { ...early, number: 5 } })
      await network.forward(7, stray)
      expect(await newest(network)).toEqual(['deposit custody:TRC20→suspense:TRC20 700000000'])
    })

    it('a confirmed transfer that leaves the chain is reversed together with its fee', async () => {
      const { network } = await withPart()
      await network.rewind(1, network.block(4, 'b'))
      expect(await newest(network)).toEqual([
        'reverse fees→available 12345600',
        'reverse available→custody:TRC20 1234567500',
      ])
      expect(await balances(network)).toEqual([])
    })

    it('a confirmed transfer that leaves the chain and comes back is credited again, once', async () => {
      const { network, order } = await withPart()
      const again = network.transfer(order, '12.345675', network.block(6, 'b'), {
        txHash: 'tx of 12.345675 in 2',
      })
      await network.rewind(1, network.block(4, 'b'))
      await network.forward(network.block(9, 'b'), again)
      await network.forward(network.block(20, 'b'))
      expect(await balances(network)).toEqual([
        'available 1222221900',
        'custody:TRC20 1234567500',
        'fees 12345600',
      ])
    })
  })

  describe('money in suspense', () => {
    const stray = {
      environment: 'test',
      network: 'TRC20',
      txHash: 'stray',
      logIndex: 0,
      incarnation: 1,
      value: amount('7'),
    } as const

    it('goes to the account that the operator names', async () => {
      const { network } = await withPart()
      await write(network, suspenseDeposit(stray))
      await write(network, attribution(stray, AVAILABLE))
      expect(await newest(network)).toEqual(['attribute suspense:TRC20→available 700000000'])
    })

    it('goes to an order, less the fee that the order owes for it', async () => {
      const { network, order } = await withPart()
      await write(network, suspenseDeposit(stray))
      await network.apply(order, { kind: 'transfer_seen', transfer: stray, isLate: false, isFlagged: false })
      await network.apply(order, {
        kind: 'transfer_confirmed',
        transfer: stray,
        isAttributed: true,
        ...SETTLED,
      })
      expect(await newest(network)).toEqual([
        'attribute suspense:TRC20→available 700000000',
        'attribute available→fees 7000000',
      ])
    })
  })

  describe('an order under review', () => {
    async function frozen() {
      const { network, order } = await withPart()
      await network.apply(order, { kind: 'flagged' })
      return { network, order }
    }

    it('has its whole credited amount frozen', async () => {
      const { network } = await frozen()
      expect(await newest(network)).toEqual(['freeze available→frozen 1222221900'])
    })

    it('has it available again when the operator clears the order', async () => {
      const { network, order } = await frozen()
      await network.apply(order, { kind: 'cleared', ...SETTLED })
      expect(await newest(network)).toEqual(['clear frozen→available 1222221900'])
    })

    it('loses it to the operator when the order is rejected', async () => {
      const { network, order } = await frozen()
      await network.apply(order, { kind: 'rejected' })
      expect(await newest(network)).toEqual(['reject frozen→operator:TRC20 1222221900'])
      expect(await balances(network)).toEqual([
        'custody:TRC20 1234567500',
        'fees 12345600',
        'operator:TRC20 -1222221900',
      ])
    })
  })

  describe('a withdrawal', () => {
    /** Opens a network with a withdrawal of 100.00 and a fee of 1.50, held of 150.00. */
    async function withHold() {
      const network = await MadeUpNetwork.open(engine)
      const stored = withdrawal('one', 'shop')
      await write(network, entry('gift', amount('150')))
      await network.store.write((tx) => tx.withdrawals.insert(stored))
      await write(network, hold(stored))
      const apply = (...facts: WithdrawalFact[]) =>
        facts.reduce(async (before, fact) => {
          await before
          await network.store.write(async (tx) => {
            const now = await tx.withdrawals.lock('one')
            if (!now || !(await tryApply(tx, network.context, now, fact)))
              throw new Error(`no step for ${fact.kind}`)
          })
        }, Promise.resolve())
      return { network, apply }
    }

    it('holds its amount and fee', async () => {
      const { network } = await withHold()
      expect(await newest(network)).toEqual(['withdrawal_hold available→held 10150000000'])
    })

    it('a withdrawal that completed leaves custody, and its fee is income', async () => {
      const { network, apply } = await withHold()
      await apply(
        { kind: 'signed', txHash: 'hash' },
        { kind: 'broadcast' },
        { kind: 'completed', confirmations: 3 },
      )
      expect(await newest(network)).toEqual([
        'withdrawal_settle held→custody:TRC20 10000000000',
        'withdrawal_settle held→fees 150000000',
      ])
      expect(await balances(network)).toEqual([
        'available 4850000000',
        'custody:TRC20 5000000000',
        'fees 150000000',
      ])
    })

    it('a withdrawal that failed releases its amount and fee', async () => {
      const { network, apply } = await withHold()
      await apply({ kind: 'signed', txHash: 'hash' }, { kind: 'failed', failureCode: 'reverted' })
      expect(await newest(network)).toEqual(['withdrawal_release held→available 10150000000'])
    })

    it('a withdrawal that is canceled releases its amount and fee', async () => {
      const { network, apply } = await withHold()
      await apply({ kind: 'canceled' })
      expect(await newest(network)).toEqual(['withdrawal_release held→available 10150000000'])
    })
  })

  describe('a payment in the client app', () => {
    async function authorised(isSettled = false) {
      const network = await MadeUpNetwork.open(engine)
      await network.store.write((tx) => tx.orders.insert(appOrder('app', 'shop')))
      const input = { amount: undefined, payerReference: 'ada', remark: null, isSettled }
      const made = await network.store.write((tx) => createAppPayment(tx, network.context, 'app', input))
      return { network, id: made.payment.id }
    }

    it('is held while it is authorised', async () => {
      const { network } = await authorised()
      expect(await newest(network)).toEqual(['app_hold app_rail→held 2500000000'])
    })

    it('is available, less its fee, after it is settled', async () => {
      const { network, id } = await authorised()
      await network.store.write((tx) => settleAppPayment(tx, network.context, id))
      expect(await newest(network)).toEqual([
        'app_settle held→available 2500000000',
        'app_settle available→fees 25000000',
      ])
    })

    it('has the same result when it is authorised and settled at once', async () => {
      const { network } = await authorised(true)
      expect(await balances(network)).toEqual([
        'app_rail 2500000000',
        'available 2475000000',
        'fees 25000000',
      ])
    })

    it('is returned when it is voided', async () => {
      const { network, id } = await authorised()
      await network.store.write((tx) => voidAppPayment(tx, network.context, id))
      expect(await newest(network)).toEqual(['app_void held→app_rail 2500000000'])
      expect(await balances(network)).toEqual([])
    })
  })

  describe('a ledger transaction', () => {
    it('is posted once when it is repeated', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('10')))
      await write(network, entry('gift', amount('10')), entry('gift', amount('10')))
      expect(await balances(network)).toEqual(['available 1000000000', 'custody:TRC20 1000000000'])
    })

    const others: Record<string, Partial<LedgerTransaction>> = {
      'another amount': { legs: [{ debit: CUSTODY, credit: AVAILABLE, amount: amount('11') }] },
      'another account': { legs: [{ debit: CUSTODY, credit: HELD, amount: amount('10') }] },
      'another kind': { kind: 'deposit' },
      'another reference': { reference: 'someone else' },
    }
    for (const [difference, more] of Object.entries(others)) {
      it(`is refused under a known key with ${difference}, and its unit of work with it`, async () => {
        const network = await MadeUpNetwork.open(engine)
        await write(network, entry('gift', amount('10')))
        const unitOfWork = write(network, entry('other', amount('5')), entry('gift', amount('10'), more))
        await expect(unitOfWork).rejects.toThrow(LedgerConflict)
        expect(await balances(network)).toEqual(['available 1000000000', 'custody:TRC20 1000000000'])
      })
    }

    it('shares no keys with another environment', async () => {
      const network = await MadeUpNetwork.open(engine)
      const live = {
        debit: platformAccount('live', 'custody:TRC20'),
        credit: platformAccount('live', 'fees'),
      }
      await write(network, entry('gift', amount('10')))
      await write(
        network,
        entry('gift', amount('3'), { environment: 'live', legs: [{ ...live, amount: amount('3') }] }),
      )
      expect(await balances(network)).toContain('fees 300000000')
    })

    it('is refused a second time in one unit of work', async () => {
      const network = await MadeUpNetwork.open(engine)
      const twice = network.store.write(async (tx) => {
        await post(tx, network.context, [entry('one', amount('1'))])
        await post(tx, network.context, [entry('two', amount('1'))])
      })
      await expect(twice).rejects.toThrow('a unit of work posts to the ledger once')
      expect(await balances(network)).toEqual([])
    })

    it('stays in one environment', async () => {
      const network = await MadeUpNetwork.open(engine)
      const legs = [
        { debit: platformAccount('live', 'custody:TRC20'), credit: AVAILABLE, amount: amount('1') },
      ]
      await expect(write(network, entry('crossing', amount('1'), { legs }))).rejects.toMatchObject(
        violation('foreign-key'),
      )
      expect(await balances(network)).toEqual([])
    })

    it('resolves a hold only once', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('10')), takes('hold', amount('4')))
      await write(network, entry('first', amount('1'), { resolves: 'hold' }))
      await expect(write(network, entry('second', amount('1'), { resolves: 'hold' }))).rejects.toMatchObject(
        violation('unique'),
      )
      await expect(write(network, entry('third', amount('1'), { resolves: 'nothing' }))).rejects.toThrow(
        'the ledger has no transaction nothing',
      )
    })

    it('is reversed only once', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('10')))
      await write(network, takes('back', amount('1'), { reverses: 'gift' }))
      await expect(write(network, takes('again', amount('1'), { reverses: 'gift' }))).rejects.toMatchObject(
        violation('unique'),
      )
    })

    it('locks the accounts of all transactions in one order, whatever their own order', async () => {
      const network = await MadeUpNetwork.open(engine)
      await network.store.write((tx) => tx.merchants.insert(merchant('other shop')))
      const other = merchantAccount({ merchantId: 'other shop', environment: 'test' }, 'available')
      const locked: string[][] = []
      const toOther = entry('b', amount('1'), {
        legs: [{ debit: CUSTODY, credit: other, amount: amount('1') }],
      })
      for (const transactions of [
        [entry('a', amount('1')), toOther],
        [{ ...toOther, key: 'c' }, entry('d', amount('1'))],
      ]) {
        await network.store.write((tx) => {
          const lock: typeof tx.ledger.lock = (accounts) => {
            locked.push(accounts.map(({ id }) => id))
            return tx.ledger.lock(accounts)
          }
          const locking = replaceTables(tx, { ledger: { ...tx.ledger, lock } })
          return post(locking, network.context, transactions)
        })
      }
      expect(locked[0]).toEqual(locked[0]?.toSorted())
      expect(locked[1]).toEqual(locked[0])
    })

    for (const table of ['ledger_transactions', 'ledger_postings']) {
      it(`is neither changed nor removed once written: ${table}`, async () => {
        const network = await MadeUpNetwork.open(engine)
        await write(network, entry('gift', amount('10')))
        const { side } = network
        await expect(side.script(`UPDATE ${table} SET environment = environment`)).rejects.toThrow(
          'append-only',
        )
        await expect(side.script(`DELETE FROM ${table}`)).rejects.toThrow('append-only')
      })
    }
  })

  describe('a transaction that needs the available balance', () => {
    it('is refused where that does not suffice, and nothing is posted', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('10')))
      const request = write(network, takes('request', amount('10.00000001'), { requiresFunds: true }))
      await expect(request).rejects.toMatchObject({ code: 'insufficient_balance' })
      expect(await balances(network)).toEqual(['available 1000000000', 'custody:TRC20 1000000000'])
    })

    it('may take all of it', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('10')))
      await write(network, takes('request', amount('10'), { requiresFunds: true }))
      expect(await balances(network)).toEqual(['custody:TRC20 1000000000', 'held 1000000000'])
    })

    it('succeeds twice where eight at once each take 10 of 20', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('20')))
      const requests = Array.from({ length: 8 }, (_, n) =>
        write(network, takes(`request ${n}`, amount('10'), { requiresFunds: true })),
      )
      const ended = await Promise.allSettled(requests)
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      expect(await balances(network)).toEqual(['custody:TRC20 2000000000', 'held 2000000000'])
    })
  })

  describe('a fact', () => {
    it('is posted whatever the available balance is: the missing amount is a shortfall', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, entry('gift', amount('10')))
      await write(network, takes('fact', amount('25')))
      expect(await newest(network)).toEqual([
        'adjust available→held 1000000000',
        'adjust shortfall→held 1500000000',
      ])
      expect(await balances(network)).toEqual([
        'custody:TRC20 1000000000',
        'held 2500000000',
        'shortfall 1500000000',
      ])
    })

    it('a fact that brings money repays the shortfall first', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, takes('fact', amount('15')))
      await write(network, entry('gift', amount('10')))
      expect(await balances(network)).toEqual([
        'custody:TRC20 1000000000',
        'held 1500000000',
        'shortfall 500000000',
      ])
      await write(network, entry('more', amount('7')))
      expect(await newest(network)).toEqual([
        'adjust custody:TRC20→available 700000000',
        'adjust available→shortfall 500000000',
      ])
      expect(await balances(network)).toEqual([
        'available 200000000',
        'custody:TRC20 1700000000',
        'held 1500000000',
      ])
    })

    it('brings a shortfall and its repayment in one unit of work to the same end', async () => {
      const network = await MadeUpNetwork.open(engine)
      await write(network, takes('fact', amount('15')), entry('gift', amount('20')))
      expect(await balances(network)).toEqual([
        'available 500000000',
        'custody:TRC20 2000000000',
        'held 1500000000',
      ])
    })

    it('never takes from the held balance', async () => {
      const network = await MadeUpNetwork.open(engine)
      const legs = [{ debit: HELD, credit: CUSTODY, amount: amount('1') }]
      await expect(write(network, entry('fact', amount('1'), { legs }))).rejects.toThrow('below its floor')
      expect(await balances(network)).toEqual([])
    })
  })
})
