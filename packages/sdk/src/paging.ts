import type { RequestOptions } from './request-options.js'

/** Options of a list. */
export interface PageOptions extends RequestOptions {
  /** Rows per page, 1 to 100. Default: 20. */
  readonly limit?: number | undefined
  /** Rows to skip. Default: 0. */
  readonly offset?: number | undefined
}
