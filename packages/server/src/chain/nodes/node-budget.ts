import type { DayBudget } from '../../domain/chain/node-report.js'
import { CallBudget } from './call-budget.js'
import type { ChainNode } from './chain-node.js'
import type { NodeAccess, RpcChainOptions } from './rpc-options.js'

/** A node whose calls are limited. */
export interface BudgetedNode extends ChainNode {
  readonly budget: CallBudget
}

/** Returns the budget of a node. */
export function budgetOf(
  { callsPerSecond: perSecond, callsPerDay: perDay }: NodeAccess,
  { clock, monotonic, sleep }: Pick<RpcChainOptions, 'clock' | 'monotonic' | 'sleep'>,
): CallBudget {
  return new CallBudget({ perSecond, perDay, now: () => clock.real(), monotonic, ...(sleep && { sleep }) })
}

/** Returns the daily budgets of the nodes that have one. */
export const dayBudgetsOf = (nodes: readonly BudgetedNode[]): readonly DayBudget[] =>
  nodes.flatMap(({ name, budget }, at): DayBudget[] => {
    const node = `${at + 1} ${name}` // two keys may be used with one host
    const usage = { unreported: () => budget.unreported(), beyondBlocks: () => budget.beyondBlocks }
    return budget.isLimited ? [{ node, ...usage, learn: (...all) => budget.learn(...all) }] : []
  })
