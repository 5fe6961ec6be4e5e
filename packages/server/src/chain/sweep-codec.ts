import type { SweepItem, SweepPlan } from '../domain/sweeps/sweep-file.js'
import type { Network } from '../networks/networks.js'

/** A transaction with its signature, as it is broadcast. */
export interface RawTransaction {
  readonly txHash: string
  readonly raw: string
}

/** A transaction of a plan. */
export interface BuiltSweep {
  /** The hash to sign. */
  readonly digest: Uint8Array
  /** @param signature 65 bytes in hex: r, s, v */
  sign(signature: string): RawTransaction
}

/** Builds the transactions of one plan: the same plan gives the same bytes. Calls no node. */
export type SweepBuilder = (item: SweepItem) => Promise<BuiltSweep>

/** @throws OperatorError if the plan has terms of another network */
export const sweepBuilder = (plan: SweepPlan): Promise<SweepBuilder> => BUILDERS[plan.network](plan)

const evmBuilder = async (plan: SweepPlan) =>
  (await import('./erc20/erc20-sweep-codec.js')).erc20SweepBuilder(plan)

/** The libraries of a network are loaded only where it is used. */
const BUILDERS: Readonly<Record<Network, (plan: SweepPlan) => Promise<SweepBuilder>>> = {
  BEP20: evmBuilder,
  ERC20: evmBuilder,
  TRC20: async (plan) => (await import('./trc20/trc20-sweep-codec.js')).trc20SweepBuilder(plan),
}
