import type { SweepBuilder } from '../domain/sweeps/built-sweep.js'
import type { SweepPlan } from '../domain/sweeps/sweep-file.js'
import type { Network } from '../networks/networks.js'

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
