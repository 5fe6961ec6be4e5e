import type { OnChainOrder } from '@merchantpay/sdk'
import type { Driver } from './driver.js'
import type { ChainPlan, Exit, Network, Plan } from './plans.js'
import type { Rows } from './rows.js'

/** What a payer has at hand. */
export interface Means {
  readonly driver: Driver
  readonly rows: Rows
}

/** What a payer did in the end. */
export interface Paid {
  readonly plan: ChainPlan
  /** Of the order, on the chain. */
  readonly transfers: number
}

/** The networks of a run, as those who pay and are paid there know them. */
export interface CrashChains {
  /** Of the servers that serve them. */
  readonly settings: Readonly<Record<string, string>>
  /** A server that has just started knows nothing of them yet, and leases no address. */
  readonly startsUnverified: boolean
  /** What payers do, of a hundred. */
  readonly plans: Readonly<Record<Plan, number>>
  /** What becomes of withdrawals, of ten. */
  readonly exits: Readonly<Record<Exit, number>>
  pay(means: Means, order: OnChainOrder, plan: ChainPlan, cents: number): Promise<Paid>
  /** Where a withdrawal goes that is to end so. */
  nextDestination(exit: Exit): { readonly network: Network; readonly destination_address: string }
  /** Writes what stands on the chains into `sandbox_transfers`, where it is not there anyway. */
  writeDown(rows: Rows): Promise<void>
}
