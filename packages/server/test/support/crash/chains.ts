import type { OnChainOrder } from '@merchantpay/sdk'
import type { Driver } from './driver.js'
import type { ChainPlan, Exit, Network, Plan } from './plan.js'
import type { Rows } from './rows.js'

/** The means of a payer. */
export interface Means {
  readonly driver: Driver
  readonly rows: Rows
}

/** The result of a payer's plan. */
export interface Paid {
  readonly plan: ChainPlan
  /** Transfers to the order on the chain. */
  readonly transfers: number
}

/** The networks of a run, for payers and payees. */
export interface CrashChains {
  /** Settings of the servers for these networks. */
  readonly settings: Readonly<Record<string, string>>
  /** The share of each plan, in percent. */
  readonly plans: Readonly<Record<Plan, number>>
  /** The share of each exit of withdrawals, in tenths. */
  readonly exits: Readonly<Record<Exit, number>>
  pay(means: Means, order: OnChainOrder, plan: ChainPlan, cents: number): Promise<Paid>
  /** The destination of a withdrawal with this exit. */
  nextDestination(exit: Exit): { readonly network: Network; readonly destination_address: string }
  /** Copies the transfers of the chains to `sandbox_transfers`, unless they are already there. */
  writeDown(rows: Rows): Promise<void>
}
