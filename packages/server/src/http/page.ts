import type { Page } from '../domain/ports.js'

/** The contract's defaults. */
export const pageOf = ({ limit = 20, offset = 0 }: { limit?: number; offset?: number }): Page => ({
  limit,
  offset,
})
