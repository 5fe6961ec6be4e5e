/** Reads from the contract what the code samples of an operation need. */
import { fileURLToPath } from 'node:url'
import {
  isNode,
  type Node,
  node,
  readContract,
  resolve,
} from '../../../sdk/scripts/generators/read-contract.js'

/** One operation, with the examples of the contract. */
export interface Call {
  readonly operationId: string
  /** Upper case. */
  readonly method: string
  /** As in the contract: `/v1/orders/{id}`. */
  readonly path: string
  /** One environment variable per parameter of the path, in order: `ORDER_ID`. */
  readonly variables: readonly string[]
  readonly query: Readonly<Record<string, string>>
  readonly idempotencyKey:
    | { readonly in: 'body' | 'header'; readonly name: string; readonly value: string }
    | undefined
  readonly body: Node | undefined
  /** False for the one public operation. */
  readonly isSigned: boolean
  /** The response is an event stream. */
  readonly isStream: boolean
  /** The response is a page of a list. */
  readonly isPaged: boolean
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Reads every operation of the merchants' contract, in order. @throws Error when an example is missing */
export function readCalls(): Call[] {
  const file = fileURLToPath(new URL('../../../../openapi/merchantpay.v1.yaml', import.meta.url))
  const document = readContract(file).document()
  return Object.entries(node(document.paths)).flatMap(([path, item]) =>
    Object.entries(node(item)).flatMap(([method, operation]) =>
      METHODS.has(method) ? [readCall(document, path, method, node(operation))] : [],
    ),
  )
}

/** Builds the target after the base URL; `variable` writes each path parameter, and the query is encoded. */
export function targetOf(call: Call, variable: (name: string) => string): string {
  const names = call.variables.values()
  const path = call.path.replaceAll(/\{\w+\}/g, () => variable(String(names.next().value)))
  const query = new URLSearchParams(call.query).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Returns the headers besides `Authorization`, in the order of the samples. */
export function headersOf({ body, idempotencyKey }: Call): [name: string, value: string][] {
  const headers: [string, string][] = []
  if (body) headers.push(['Content-Type', 'application/json'])
  if (idempotencyKey?.in === 'header') headers.push([idempotencyKey.name, idempotencyKey.value])
  return headers
}

function readCall(document: Node, path: string, method: string, operation: Node): Call {
  const operationId = String(operation.operationId)
  const parameters = readParameters(document, operation)
  const body = readBody(document, operation)
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    variables: parameters.filter((one) => one.in === 'path').map(variableOf),
    query: Object.fromEntries(
      parameters
        .filter((one) => one.in === 'query' && isShown(document, one))
        .map((one) => [one.name, String(exampleOf(document, one, operationId))]),
    ),
    idempotencyKey: readIdempotencyKey(document, operation, parameters, body),
    body,
    isSigned: !(Array.isArray(operation.security) && operation.security.length === 0),
    isStream: operation['x-retry'] === 'stream',
    isPaged: operation['x-page'] !== undefined,
  }
}

/**
 * A sample sends required parameters and those with a default. Filters and cursors of the examples would match nothing.
 */
const isShown = (document: Node, parameter: Node): boolean =>
  parameter.required === true || resolve(document, node(parameter.schema)).default !== undefined

function readParameters(document: Node, operation: Node): Node[] {
  const listed = Array.isArray(operation.parameters) ? operation.parameters : []
  return listed.map((one) => resolve(document, node(one)))
}

/** Makes `ORDER_ID` from the schema `OrderId`, or from `x-variable`; the parameter's own name is often just `id`. */
function variableOf(parameter: Node): string {
  const type =
    String(parameter['x-variable'] ?? node(parameter.schema).$ref)
      .split('/')
      .at(-1) ?? ''
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}

function readBody(document: Node, operation: Node): Node | undefined {
  if (!isNode(operation.requestBody)) return undefined
  const media = node(node(operation.requestBody.content)['application/json'])
  return node(exampleOf(document, media, String(operation.operationId)))
}

function readIdempotencyKey(
  document: Node,
  operation: Node,
  parameters: readonly Node[],
  body: Node | undefined,
): Call['idempotencyKey'] {
  const key = operation['x-idempotency']
  if (!isNode(key)) return undefined
  const name = String(key.name)
  if (key.in === 'body') return { in: 'body', name, value: String(body?.[name]) }
  const header = node(parameters.find((one) => one.name === name))
  return { in: 'header', name, value: String(exampleOf(document, header, name)) }
}

/** Returns the example of a parameter or media type, else of its schema. */
function exampleOf(document: Node, described: Node, place: string): unknown {
  const example = described.example ?? resolve(document, node(described.schema)).example
  if (example === undefined) throw new Error(`${place}: the contract has no example for its code samples`)
  return example
}
