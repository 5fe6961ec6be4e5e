/** Contracts, read as far as programs of this repository compare or call them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../lib/run.js'

interface Referring {
  readonly $ref?: string
}

export interface Schema extends Referring {
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
  readonly uniqueItems?: boolean
  readonly 'x-open-enum'?: boolean
}

export interface Parameter extends Referring {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
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
