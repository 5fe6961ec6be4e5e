import type { Operation } from '../../src/http/operation.js'
import { isNode, type Node, node, resolve, walk } from './read-contract.js'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const REMEDY = 'See what happened before calling again.'
const HEADER = '// This file is generated from the contract; change the contract and run npm run generate.'

/** Writes the table of operations, the error codes and the contract's fingerprint. */
export function operationTable(document: Node, sha256: string): string {
  const operations = Object.fromEntries(operationsOf(document))
  const contract = { version: node(document.info).version, sha256 }
  return `${HEADER}
import type { Operation } from '../http/operation.js'

/** The contract these types were made from. */
export const CONTRACT = ${literal(contract)} as const

/** The facts about each operation that sending it needs. */
export const OPERATIONS = ${literal(operations)} as const satisfies Record<string, Operation>

/** Name of an operation of the contract. */
export type OperationId = keyof typeof OPERATIONS

/** Every error code the contract documents. */
export type ErrorCode =
${errorCodes(document)
  .map((code) => `  | '${code}'`)
  .join('\n')}
`
}

/** Writes the rules for retries and the remedies. */
export function failureTable(document: Node): string {
  const said = (name: string) => literal(Object.fromEntries(saidOf(document, name)))
  return `${HEADER}

/** Codes of refusals that are worth another attempt, and how to wait for it. */
export const RETRY_ERRORS: Readonly<Record<string, 'after' | 'backoff' | 'clock' | undefined>> = ${literal(
    node(document['x-retry-errors']),
  )}

/** By operation: error codes of a refused retry that confirm that an earlier attempt succeeded. */
export const CONFIRMED_BY: Readonly<Record<string, readonly string[]>> = ${said('x-settled-by')}

/** The next step after an unknown outcome, for a call that must not be repeated and has no remedy of its own. */
export const REMEDY = ${literal(REMEDY)}

/** The operations that must not be repeated, each with the next step after an unknown outcome. */
export const REMEDIES: Readonly<Record<string, string>> = ${literal(Object.fromEntries(remediesOf(document)))}
`
}

/** Writes which statuses end the stream of an order. */
export function terminalTable(document: Node): string {
  const [terminal] = Array.from(saidOf(document, 'x-stream'), ([, stream]) => node(stream).terminal).filter(
    Boolean,
  )
  return `${HEADER}

/** The statuses after which the stream of an order ends. */
export const TERMINAL: readonly string[] = ${literal(terminal)}
`
}

/** Writes the names of the fields that hold secrets, for logs of bodies. */
export function secretTable(document: Node): string {
  return `${HEADER}

/** Fields that no log may show. */
export const SECRETS: readonly string[] = ${literal(secretFields(document))}
`
}

function* operationsOf(document: Node): Generator<[string, Operation]> {
  for (const [path, method, operation] of writtenIn(document)) {
    yield [String(operation.operationId), describe(document, path, method, operation)]
  }
}

/** The operations whose repeat would act twice; one without a class counts as such. */
function* remediesOf(document: Node): Generator<[string, unknown]> {
  for (const [, , operation] of writtenIn(document)) {
    const { 'x-retry': retry = 'once', 'x-remedy': remedy = REMEDY } = operation
    if (retry === 'once') yield [String(operation.operationId), remedy]
  }
}

/** The values of an extension, by operation. */
function* saidOf(document: Node, name: string): Generator<[string, unknown]> {
  for (const [, , operation] of writtenIn(document)) {
    if (operation[name] !== undefined) yield [String(operation.operationId), operation[name]]
  }
}

function* writtenIn(document: Node): Generator<[path: string, method: string, operation: Node]> {
  for (const [path, item] of Object.entries(node(document.paths))) {
    for (const method of METHODS) {
      const operation = node(item)[method]
      if (isNode(operation)) yield [path, method, operation]
    }
  }
}

/** Describes an operation by its extensions, whose values the contract's lint checks. */
function describe(document: Node, path: string, method: string, operation: Node): Operation {
  const security = operation.security ?? document.security
  const said = operation as Record<string, never> // so that each value fits the field it is written to
  return {
    method: method.toUpperCase(),
    path,
    stream: said['x-retry'] === 'stream' || undefined,
    open: (Array.isArray(security) && security.length === 0) || undefined,
    array: answersArray(document, operation) || undefined,
    key: said['x-idempotency'],
    fields: bodyFields(document, operation),
  }
}

/** The fields of a body; with alternatives, those of each. */
function bodyFields(document: Node, operation: Node): string[] | undefined {
  const content = node(operation.requestBody ?? {}).content
  const media = isNode(content) ? content['application/json'] : undefined
  if (!isNode(media)) return undefined
  const body = resolve(document, node(media.schema))
  const branches = Array.isArray(body.oneOf) ? body.oneOf : []
  const schemas = [body, ...branches.map((branch) => resolve(document, node(branch)))]
  return [...new Set(schemas.flatMap(({ properties }) => Object.keys(node(properties ?? {}))))]
}

function answersArray(document: Node, operation: Node): boolean {
  return Object.entries(node(operation.responses)).some(([status, response]) => {
    const content = resolve(document, node(response)).content
    const media = isNode(content) ? content['application/json'] : undefined
    if (!status.startsWith('2') || !isNode(media)) return false
    return resolve(document, node(media.schema)).type === 'array'
  })
}

/** The names of all properties that are marked, or whose schema is. */
function secretFields(document: Node): string[] {
  const names = new Set<string>()
  walk(document, ({ properties }) => {
    if (!isNode(properties)) return
    for (const [name, schema] of Object.entries(properties)) {
      if (!isNode(schema)) continue
      const isMarked = [schema, resolve(document, schema)].some((one) => one['x-secret'] === true)
      if (isMarked) names.add(name)
    }
  })
  return [...names].sort()
}

/** The codes are the keys of the responses' examples, and those of the router. */
function errorCodes(document: Node): string[] {
  const codes = new Set(Object.keys(node(document['x-router-errors'] ?? {})))
  const refusals = (responses: Node) =>
    Object.entries(responses).filter(([status]) => !status.startsWith('2'))
  walk(document.paths, (at) => {
    if (!isNode(at.responses)) return
    for (const [, response] of refusals(at.responses)) {
      walk(resolve(document, node(response)), (part) => {
        if (isNode(part.examples)) for (const code of Object.keys(part.examples)) codes.add(code)
      })
    }
  })
  return [...codes].sort()
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/"([A-Za-z_$][\w$]*)":/g, '$1:')
}
