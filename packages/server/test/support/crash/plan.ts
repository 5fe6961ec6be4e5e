/** The ways a payer treats an order; all but `app` concern an order on a chain. */
export const PLANS = [
  'exact',
  'parts',
  'short',
  'over',
  'late',
  'never',
  'flagged',
  'reorganised',
  'returned',
  'app',
] as const

export type Plan = (typeof PLANS)[number]

export type ChainPlan = Exclude<Plan, 'app'>

/** The ways a withdrawal ends. */
export const EXITS = ['paid', 'canceled', 'reverts', 'never-mined'] as const

export type Exit = (typeof EXITS)[number]

export type Network = 'TRC20' | 'ERC20'
