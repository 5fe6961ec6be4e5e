import type { ErrorCode, OperationId } from '@merchantpay/sdk'
import { MESSAGES, RULES } from '../generated/rules.gen.js'
import type { Answer } from './answer.js'

/** Details of a refusal besides its code. */
export interface RefusalDetails {
  /** Set where the operation documents the code with several statuses. */
  readonly status?: number | undefined
  /** Dotted name of the invalid parameter; the message has its first 64 characters. */
  readonly parameter?: string | undefined
  /** Dotted name of the refused field; left out, it is `parameter`. */
  readonly param?: string | undefined
  /** The broken rule, for people. */
  readonly detail?: string | undefined
  /** Where a reader of events goes on, ISO 8601. */
  readonly readFrom?: string | undefined
  /** Whole seconds until the client may retry. */
  readonly retryAfterSeconds?: number | undefined
}

/** A request that is answered with an error. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: RefusalDetails = {},
  ) {
    super(MESSAGES[code] + (details.parameter === undefined ? '' : `: ${details.parameter.slice(0, 64)}`))
  }
}

/**
 * Finds the status of a refusal in the contract.
 *
 * @throws Error when the operation does not document it: the service must not refuse what no server would
 */
export function statusOf(operationId: OperationId, { code, details }: Refusal): number {
  const status = documentedStatus(operationId, code)
  if (status === undefined) throw new Error(`the contract documents no ${code} of ${operationId}`)
  return details.status ?? status
}

/** The status of a code in an operation's documentation; the highest of several. */
export function documentedStatus(operationId: OperationId, code: ErrorCode): number | undefined {
  const documented = Object.entries(RULES[operationId].refusals)
  const [status] = documented.findLast(([, codes]) => codes.includes(code)) ?? []
  return status === undefined ? undefined : Number(status)
}

/** The first code that an operation documents for a status. */
export function codeOf(operationId: OperationId, status: number): ErrorCode | undefined {
  return RULES[operationId].refusals[status]?.[0]
}

/** The answer to a refusal. */
export function refuse({ message, details }: Refusal, status: number): Answer {
  const { parameter, param = parameter?.slice(0, 64), detail, readFrom, retryAfterSeconds } = details
  const headers = retryAfterSeconds === undefined ? undefined : { 'Retry-After': `${retryAfterSeconds}` }
  const body = {
    error: message,
    ...(param !== undefined && { param }),
    ...(detail !== undefined && { detail }),
    ...(readFrom !== undefined && { read_from: readFrom }),
  }
  return { status, body, headers }
}

/** The answer to a path or a method that the contract does not have. @param allowed methods of the path */
export function refuseRoute(allowed: readonly string[]): Answer {
  if (allowed.length === 0) return refuse(new Refusal('not_found'), 404)
  return { ...refuse(new Refusal('method_not_allowed'), 405), headers: { Allow: allowed.join(', ') } }
}
