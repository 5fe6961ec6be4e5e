import type { Filter } from '../domain/store/order-tables.js'
import type { Args } from './command.js'

export const NETWORKS = ['TRC20', 'ERC20'] as const
export const ENVIRONMENTS = ['live', 'test'] as const
const DEFAULT_LIMIT = 100

/** How many rows a list shows: `--limit`. @throws UsageError */
export const limitOf = (given: Args): number => given.number('limit', 1) ?? DEFAULT_LIMIT

/** What a list of every merchant's rows is narrowed to. @throws UsageError */
export const filterOf = <const Status extends string>(
  given: Args,
  statuses: readonly Status[],
): Filter<Status> => ({
  environment: given.choice('environment', ENVIRONMENTS),
  merchantId: given.option('merchant'),
  status: given.choice('status', statuses),
  limit: limitOf(given),
})
