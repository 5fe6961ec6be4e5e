import type { Filter } from '../domain/store/order-tables.js'
import type { Args } from './command.js'

export const ENVIRONMENTS = ['live', 'test'] as const
const DEFAULT_LIMIT = 100

/** Reads `--limit`, the most rows that a list shows. @throws UsageError */
export const limitOf = (args: Args): number => args.number('limit', 1) ?? DEFAULT_LIMIT

/** Reads the filter of a list of all merchants' rows. @throws UsageError */
export const filterOf = <const Status extends string>(
  args: Args,
  statuses: readonly Status[],
): Filter<Status> => ({
  environment: args.choice('environment', ENVIRONMENTS),
  merchantId: args.text('merchant'),
  status: args.choice('status', statuses),
  limit: limitOf(args),
})
