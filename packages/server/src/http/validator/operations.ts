import type { Rules } from '@merchantpay/core/broken-rule'
import { DomainError } from '../../domain/shared/errors.js'
import type { KeyScope } from '../../domain/shared/key-scope.js'
import type { OperationId } from '../handler.js'

/** The parts of the contract that the server reads. */
export interface Contract {
  /** Version of OpenAPI. */
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
interface ContractOperation {
  readonly operationId: OperationId
  readonly security?: readonly unknown[]
  readonly 'x-scope'?: KeyScope
  readonly parameters?: readonly (Reference | Parameter)[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Reference | Schema }>>
  }
}
interface Reference {
  readonly $ref: string
}
export interface Parameter extends Messages {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly style?: string
  readonly schema: Schema
}
/** The message that a violation answers with; the nearest one wins. */
export interface Messages {
  readonly 'x-error'?: string
  readonly 'x-error-status'?: number
  readonly 'x-error-missing'?: string
}
export interface Schema extends Messages, Rules {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** On a property that must be absent. */
  readonly not?: object
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
}

/** The parts of an operation that routing and error messages need. */
export interface Operation {
  readonly id: OperationId
  readonly method: string
  /** Template of the path, as in the contract. */
  readonly path: string
  readonly isPublic: boolean
  /** The scope that the key of a request needs; undefined for an operation that no key signs. */
  readonly scope: KeyScope | undefined
  readonly parameters: readonly Parameter[]
  /** Undefined for an operation without a body. */
  readonly body: Schema | undefined
  readonly boundedArrays: readonly BoundedArray[]
  /** The properties of the body that the contract names; with a discriminator, those of all branches. */
  readonly bodyProperties: readonly string[]
}
/** An array property of the body with `maxItems`. */
interface BoundedArray {
  readonly name: string
  readonly maxItems: number
  readonly schema: Schema
}
export interface Route {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** Finds the operation of a request by exact method and path. */
export class OperationTable {
  private readonly paths: { pattern: RegExp; byMethod: ReadonlyMap<string, Operation> }[]

  constructor(contract: Contract) {
    this.paths = Object.entries(contract.paths).map(([path, item]) => ({
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      byMethod: new Map(
        Object.entries(item).map(([method, row]) => [
          method.toUpperCase(),
          toOperation(contract, { method: method.toUpperCase(), path, row }),
        ]),
      ),
    }))
  }

  /** @throws not_found, method_not_allowed */
  match(method: string, path: string): Route {
    for (const { pattern, byMethod } of this.paths) {
      const found = pattern.exec(path)
      if (!found) continue
      const operation = byMethod.get(method)
      if (!operation) throw new MethodNotAllowed([...byMethod.keys()])
      return { operation, params: found.groups ?? {} }
    }
    throw new DomainError('not_found')
  }

  /** Returns an operation by its id. */
  get(id: OperationId): Operation {
    const operation = this.list().find((each) => each.id === id)
    if (!operation) throw new Error(`the contract has no operation ${id}`)
    return operation
  }

  list(): Operation[] {
    return this.paths.flatMap(({ byMethod }) => [...byMethod.values()])
  }
}

/** Carries the methods for the `Allow` header. */
export class MethodNotAllowed extends DomainError {
  constructor(readonly allowed: readonly string[]) {
    super('method_not_allowed')
  }
}

/** Resolves a `$ref` inside the contract; keys beside the `$ref` override those of the target. */
export function resolve<Target extends object>(contract: Contract, node: Target | Reference): Target {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Target // no reference
  const [, , section = '', name = ''] = node.$ref.split('/')
  const target = contract.components[section]?.[name] as Target | undefined // the contract's own components
  if (!target) throw new Error(`the contract has no ${node.$ref}`)
  const { $ref: _, ...beside } = node
  return { ...resolve(contract, target), ...beside }
}

function toOperation(
  contract: Contract,
  { method, path, row }: { method: string; path: string; row: ContractOperation },
): Operation {
  const media = row.requestBody?.content['application/json']
  const body = media && resolve<Schema>(contract, media.schema)
  const branches = (body?.oneOf ?? []).map((branch) => resolve<Schema>(contract, branch))
  return {
    id: row.operationId,
    method,
    path,
    isPublic: row.security?.length === 0,
    scope: row['x-scope'],
    parameters: (row.parameters ?? []).map((parameter) => toParameter(contract, parameter)),
    body,
    boundedArrays: Object.entries(body?.properties ?? {}).flatMap(([name, property]) => {
      const schema = resolve<Schema>(contract, property)
      return schema.maxItems === undefined ? [] : [{ name, maxItems: schema.maxItems, schema }]
    }),
    bodyProperties: [body, ...branches].flatMap((schema) => Object.keys(schema?.properties ?? {})),
  }
}

function toParameter(contract: Contract, node: Reference | Parameter): Parameter {
  const parameter = resolve<Parameter>(contract, node)
  return { ...parameter, schema: resolve<Schema>(contract, parameter.schema) }
}
