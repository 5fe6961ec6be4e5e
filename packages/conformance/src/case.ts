import type { ErrorCode, OperationId } from '@merchantpay/sdk'
import type { Request } from './http/request.js'
import type { Session } from './session/session.js'
import type { ConformanceCase, ConformanceTarget, Covered, Need } from './targets/target.js'

/** A case that is not bound to a target yet. */
export interface Case extends Omit<ConformanceCase, 'run'> {
  readonly needs?: readonly Need[] | undefined
  run(session: Session): Promise<void>
}

/** A description of a request, the request, and the row that refuses it. */
export type RefusedRequest = readonly [what: string, request: Request, row: string]

/** One case for each request that an operation refuses to every merchant. */
export function refusals(operationId: OperationId, rows: readonly RefusedRequest[]): Case[] {
  return rows.map((refused) => refusal(operationId, refused))
}

/** The case of one refused request. */
export function refusal(operationId: OperationId, [what, request, row]: RefusedRequest): Case {
  return {
    name: `${operationId}: ${what} is ${row}`,
    operationId,
    covers: [`${operationId} ${codeOf(row)}`],
    run: async (session) => (await session.merchant()).isRefused(operationId, request, row),
  }
}

/** `400 invalid parameter: id` → `invalid_parameter`. */
function codeOf(row: string): ErrorCode {
  const [, ...words] = row.replace(/:.*/, '').split(' ')
  return words.join('_') as ErrorCode // a test compares the coverage with the contract
}

/** The reason why a target cannot run a case; undefined when it can. */
export function lackOf({ needs = [] }: Case, target: ConformanceTarget): string | undefined {
  const lacks: Record<Need, boolean> = {
    registration: target.keys !== undefined,
    operator: target.setMerchantStatus === undefined,
    receiver: target.receiveWebhooks === undefined,
    time: target.advance === undefined,
    rates: target.priceCurrency === undefined,
  }
  return needs.filter((need) => lacks[need]).map((need) => REASONS[need])[0]
}

const REASONS: Readonly<Record<Need, string>> = {
  registration: 'it needs to register merchants',
  operator: 'it needs an operator who activates and suspends merchants',
  receiver: 'it needs a receiver of webhooks',
  time: 'it needs a clock that can be advanced',
  rates: 'it needs the rate of a currency',
}

/** The refusals of one operation by these error codes. */
export function coversOf(operationId: OperationId, ...codes: ErrorCode[]): Covered[] {
  return codes.map((code): Covered => `${operationId} ${code}`)
}
