import type { ErrorCode } from '@merchantpay/sdk'

/** The part of a JSON schema that is checked. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  /** The property that says which schema of `oneOf` is meant. */
  readonly branchedBy?: string
  /** Whether any value is one too many. */
  readonly forbidden?: boolean
  /** The message that a violation answers with; the nearest one wins. */
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

/** What an operation takes and how it refuses, as the contract says. */
export interface Rule {
  readonly parameters: readonly Parameter[]
  readonly body?: Schema
  /** Codes by status. */
  readonly refusals: Readonly<Record<string, readonly ErrorCode[]>>
}
