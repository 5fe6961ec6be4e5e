import { readFileSync } from 'node:fs'
import type { ErrorCode, KeyScope, OperationId } from '@merchantpay/sdk'
import { parse } from 'yaml'

interface Response {
  readonly $ref?: string
  readonly content?: Record<string, { readonly examples?: Record<string, unknown> }>
}
interface Operation {
  readonly operationId: OperationId
  readonly 'x-scope'?: KeyScope
  readonly responses: Record<string, Response>
}
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly responses: Record<string, Response>
    readonly schemas: { readonly KeyScope: { readonly enum: readonly KeyScope[] } }
  }
}

/** An operation as the contract writes it. */
export interface WrittenOperation {
  readonly operationId: OperationId
  /** Upper case. */
  readonly method: string
  /** Parameters in braces. */
  readonly path: string
  /** The scope that its key needs; undefined for an operation that no key signs. */
  readonly scope: KeyScope | undefined
  /** Documented error codes, by status. */
  readonly refusals: ReadonlyMap<string, readonly ErrorCode[]>
}

const file = new URL('../../../openapi/merchantpay.v1.yaml', import.meta.url)
const contract = parse(readFileSync(file, 'utf8')) as Contract // its own lint keeps it in shape

/** The scopes of keys, in the order in which answers have them. */
export const KEY_SCOPES = contract.components.schemas.KeyScope.enum

/** Every operation of the contract, in its order. */
export const OPERATIONS: ReadonlyMap<OperationId, WrittenOperation> = new Map(
  Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, responses, 'x-scope': scope }]) => {
      const refusals = refusalsOf(responses)
      const written = { operationId, method: method.toUpperCase(), path, scope, refusals }
      return [operationId, written] as const
    }),
  ),
)

function refusalsOf(responses: Record<string, Response>): Map<string, ErrorCode[]> {
  const entries = Object.entries(responses).map(([status, response]): [string, ErrorCode[]] => {
    const name = response.$ref?.split('/').at(-1) ?? ''
    const { content = {} } = contract.components.responses[name] ?? response
    return [status, Object.keys(content['application/json']?.examples ?? {}) as ErrorCode[]] // named by their codes
  })
  return new Map(entries)
}
