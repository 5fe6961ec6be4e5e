import type { Rules } from '@merchantpay/core/broken-rule'
import type { ErrorCode } from '@merchantpay/sdk'

/** The part of a JSON schema that is checked. */
export interface Schema extends Rules {
  readonly const?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  /** The property that selects a schema of `oneOf`. */
  readonly branchedBy?: string
  /** Whether no value is allowed. */
  readonly forbidden?: boolean
  /** The message of a violation; the nearest one wins. */
  readonly 'x-error'?: string
  /** The message where the value is missing. */
  readonly 'x-error-missing'?: string
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  /** The status of its refusal, where it is not 400. */
  readonly status?: number
  readonly schema: Schema
}

/** The parameters, body and refusals of an operation, from the contract. */
export interface Rule {
  readonly parameters: readonly Parameter[]
  readonly body?: Schema
  /** Codes by status. */
  readonly refusals: Readonly<Record<string, readonly ErrorCode[]>>
}
