/** Contracts, read as far as programs of this repository compare or call them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../lib/run.js'

interface Referring {
  readonly $ref?: string
}

/** The message of a violation. */
export interface Messages {
  readonly 'x-error'?: string
  readonly 'x-error-missing'?: string
  readonly 'x-error-status'?: number
}

export interface Schema extends Referring, Messages {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly not?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly uniqueItems?: boolean
  /** The kind of resource that an id names. */
  readonly 'x-brand'?: string
}

export interface Parameter extends Referring, Messages {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
  /** The brand of the id that it takes, beside other values. */
  readonly 'x-variable'?: string
}

export interface Media {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value: { readonly error: string } } & Referring>>
}

interface Body extends Referring {
  readonly required?: boolean
  readonly content: Readonly<Record<string, Media>>
}

export interface Response extends Referring {
  readonly headers?: Readonly<
    Record<string, { readonly required?: boolean; readonly schema: Schema } & Referring>
  >
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response>>
  /** The scope that the key of a request needs. */
  readonly 'x-scope'?: string
  /** On a stream whose first message comes at once. */
  readonly 'x-stream'?: object
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface Contract {
  readonly security?: readonly object[]
  readonly paths: Paths
  readonly webhooks?: Paths
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly 'x-router-errors'?: Readonly<Record<string, { readonly status: number; readonly message: string }>>
}

export const CONTRACTS = ['merchantpay.v1.yaml', 'operator.v1.yaml'] as const

/** Reads a contract in a folder below the root of the checkout. */
export const readContract = (name: string, folder = 'openapi'): Contract =>
  parse(readFileSync(join(root, folder, name), 'utf8')) as Contract // its lint keeps it in shape

/** Follows references. Members beside a reference replace those of its target. */
export function resolve<Node extends Referring>(contract: Contract, node: Node): Node {
  const { $ref, ...own } = node
  if ($ref === undefined) return node
  const [section = '', name = ''] = $ref.split('/').slice(2)
  const target = contract.components[section]?.[name]
  if (!target) throw new Error(`the contract has no ${$ref}`)
  return resolve(contract, { ...target, ...own } as Node) // references lead to nodes of the same kind
}

/** The kinds of value that a schema admits: one for each type and branch, with the members of its `allOf`. */
export function kindsOf(contract: Contract, schema: Schema): Schema[] {
  const { oneOf, allOf = [], ...own } = resolve(contract, schema)
  const kinds = oneOf?.flatMap((kind) => kindsOf(contract, kind)) ?? [{}]
  const shared = [own, ...allOf.flatMap((part) => kindsOf(contract, part))]
  return kinds.flatMap((kind) => {
    const parts = [...shared, kind]
    const required = parts.flatMap((part) => part.required ?? [])
    const properties = Object.assign({}, ...parts.map((part) => part.properties))
    return kindsOfType(Object.assign({}, ...parts, { required, properties }))
  })
}

/** Splits a schema that admits null from the other values. */
function kindsOfType(schema: Schema): Schema[] {
  const { type, enum: listed } = schema
  if (!Array.isArray(type)) return [schema]
  const values = listed && { enum: listed.filter((value) => value !== null) }
  return type.map((one) => (one === 'null' ? { type: one } : { ...schema, type: one, ...values }))
}
