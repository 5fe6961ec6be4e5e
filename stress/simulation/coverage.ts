import type { Store } from '../../packages/server/src/domain/store/store.js'
import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'
import { replaceTables } from '../../packages/server/test/support/storage/replace-tables.js'
import { orderRow, withdrawalRow } from './state-rows.js'

/** A crash this close to a transition is beside it. */
const BESIDE_MS = 60_000

/** An order that is given up, or accepted, keeps status and amounts: the state table has no row for it. */
const WITHOUT_ROW = /(\w+) -> \1, window over$/

/** How often each row of the state tables was reached. */
export interface Reached {
  readonly [row: string]: {
    /** With no crash beside it. */
    readonly calm: number
    readonly besideCrash: number
  }
}

/** Notes the rows of the state tables that committed transactions reach, and the crashes beside them. */
export class Coverage {
  private readonly crashes: number[] = []
  private readonly times = new Map<string, number[]>()
  private readonly traps = new Map<string, () => void>()

  /** @param onReach is called right after the commit that reaches a row */
  constructor(
    private readonly now: () => number,
    private readonly onReach: (row: string) => void = () => undefined,
  ) {}

  /** Does something right after the next commit that reaches a row. */
  trap(row: string, act: () => void): void {
    this.traps.set(row, act)
  }

  noteCrash(): void {
    this.crashes.push(this.now())
  }

  /** Returns a store that notes what is committed. */
  over(store: Store): Store {
    return {
      read: (work) => store.read(work),
      write: async (work) => {
        const rows: string[] = []
        const result = await store.write((tx) => {
          rows.length = 0
          return work(noting(tx, rows))
        })
        for (const row of rows) this.reach(row)
        return result
      },
      forWorkers: () => this.over(store.forWorkers()),
      close: () => store.close(),
    }
  }

  private reach(row: string): void {
    const times = this.times.get(row) ?? []
    this.times.set(row, times)
    times.push(this.now())
    this.onReach(row)
    const act = this.traps.get(row)
    this.traps.delete(row)
    act?.()
  }

  get reached(): Reached {
    const isBeside = (at: number) => this.crashes.some((crash) => Math.abs(crash - at) <= BESIDE_MS)
    return Object.fromEntries(
      [...this.times].map(([row, times]) => {
        const besideCrash = times.filter(isBeside).length
        return [row, { calm: times.length - besideCrash, besideCrash }]
      }),
    )
  }
}

/** Returns the tables of a unit of work, which note the rows that it reaches. A table is made once it is used. */
function noting(tx: Tx, rows: string[]): Tx {
  const made: { orders?: Tx['orders']; withdrawals?: Tx['withdrawals'] } = {}
  return replaceTables(tx, {
    get orders() {
      made.orders ??= notingOrders(tx, rows)
      return made.orders
    },
    get withdrawals() {
      made.withdrawals ??= notingWithdrawals(tx, rows)
      return made.withdrawals
    },
  })
}

function notingOrders({ orders }: Tx, rows: string[]): Tx['orders'] {
  return {
    ...orders,
    insert: async (order) => {
      await orders.insert(order)
      rows.push(orderRow(undefined, order))
    },
    update: async (order, status) => {
      const before = await orders.find(order.id)
      const isChanged = await orders.update(order, status)
      const row = orderRow(before, order)
      if (isChanged && !WITHOUT_ROW.test(row)) rows.push(row)
      return isChanged
    },
  }
}

function notingWithdrawals({ withdrawals, signedTransactions }: Tx, rows: string[]): Tx['withdrawals'] {
  return {
    ...withdrawals,
    insert: async (withdrawal) => {
      await withdrawals.insert(withdrawal)
      rows.push(withdrawalRow(undefined, withdrawal, false))
    },
    update: async (withdrawal) => {
      const before = await withdrawals.find(withdrawal.id)
      const isChanged = await withdrawals.update(withdrawal)
      const [payment] = await signedTransactions.listByWithdrawal(withdrawal.id)
      const hasDeviated = typeof payment?.moved === 'bigint'
      if (isChanged) rows.push(withdrawalRow(before, withdrawal, hasDeviated))
      return isChanged
    },
  }
}
