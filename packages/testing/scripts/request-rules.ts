import { isNode, type Node, node, resolve, walk } from '../../sdk/scripts/generators/read-contract.js'
import type { Rule, Schema } from '../src/validation/rule.js'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const HEADER = '// This file is generated from the contract; change the contract and run npm run generate.'
/** The keywords that the in-memory service checks, and the refusals that the contract writes beside them. */
const KEYWORDS = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'x-error',
  'x-error-missing',
  'x-detail',
]

/** Writes what each operation takes and how it can refuse, for the in-memory service. */
export function requestRules(document: Node): string {
  return `${HEADER}
import type { ErrorCode, OperationId } from '@merchantpay/sdk'
import type { Rule } from '../validation/rule.js'

/** The inputs of each operation, and the refusals that its answers document. */
export const RULES: Readonly<Record<OperationId, Rule>> = ${JSON.stringify(rulesOf(document), null, 1)}

/** The message of each error code. */
export const MESSAGES: Readonly<Record<ErrorCode, string>> = ${JSON.stringify(messagesOf(document), null, 1)}
`
}

/** Writes method and path of each operation, and which statuses end the stream of an order. */
export function routeTable(document: Node): string {
  const written = operationsOf(document)
  const routes = written.map(({ path, method, operation }) => {
    const isOpen = Array.isArray(operation.security) && operation.security.length === 0
    const access = isOpen ? { open: true } : { scope: operation['x-scope'] }
    return [operation.operationId, { method: method.toUpperCase(), path, ...access }]
  })
  const streams = written.map(({ operation }) => operation['x-stream']).filter(isNode)
  const terminal = streams.map((stream) => stream.terminal).find(Boolean)
  return `${HEADER}

/** Method and path of each operation, in the contract's order; \`open\` marks those that need no signature, and the others have the scope
 * that their key needs. */
export const ROUTES = ${JSON.stringify(Object.fromEntries(routes), null, 1)} as const

/** The statuses after which the stream of an order ends. */
export const TERMINAL: readonly string[] = ${JSON.stringify(terminal)}
`
}

function operationsOf(document: Node): { path: string; method: string; operation: Node }[] {
  return Object.entries(node(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = node(item)[method]
      return isNode(operation) ? [{ path, method, operation }] : []
    }),
  )
}

function rulesOf(document: Node): Record<string, Rule> {
  return Object.fromEntries(
    operationsOf(document).map(({ operation }) => [operation.operationId, ruleOf(document, operation)]),
  )
}

function ruleOf(document: Node, operation: Node): Rule {
  const { parameters = [], requestBody } = operation
  const content = isNode(requestBody) ? node(node(requestBody.content)['application/json']) : undefined
  return {
    parameters: (Array.isArray(parameters) ? parameters : []).map((parameter) => {
      const { name, in: place, required, schema, ...rest } = resolve(document, node(parameter))
      const rule = { ...schemaOf(document, node(schema)), ...pick(rest) }
      const status = rest['x-error-status']
      return { name, in: place, required, status, schema: rule } as Rule['parameters'][number] // the contract's lint allows no other shape
    }),
    ...(content && { body: schemaOf(document, node(content.schema)) }),
    refusals: refusalsOf(document, node(operation.responses)),
  }
}

/** Resolves a schema and keeps its checked keywords; keywords beside a reference override those of its target. */
function schemaOf(document: Node, at: Node): Schema {
  const { $ref: _, ...beside } = at
  const schema = { ...resolve(document, at), ...beside }
  const { properties, items, oneOf, discriminator, not } = schema
  return {
    ...pick(schema),
    ...choicesOf(schema),
    ...(isNode(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, schemaOf(document, node(property))]),
      ),
    }),
    ...(isNode(items) && { items: schemaOf(document, items) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map((branch) => schemaOf(document, node(branch))) }),
    ...(isNode(discriminator) && { branchedBy: String(discriminator.propertyName) }),
    ...(isNode(not) && { forbidden: true }),
  }
}

/** The service in memory has what a service has by default. */
function choicesOf({ enum: choices, 'x-off-by-default': off }: Node): Pick<Schema, 'enum'> {
  if (!Array.isArray(choices) || !Array.isArray(off)) return {}
  return { enum: choices.filter((choice) => !off.includes(choice)) }
}

const pick = (schema: Node): Schema =>
  Object.fromEntries(KEYWORDS.filter((key) => key in schema).map((key) => [key, schema[key]]))

function refusalsOf(document: Node, responses: Node): Rule['refusals'] {
  const refusals: Record<string, string[]> = {}
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) continue
    walk(resolve(document, node(response)), ({ examples }) => {
      if (isNode(examples)) refusals[status] = Object.keys(examples)
    })
  }
  return refusals as Rule['refusals'] // the codes are the SDK's union of them
}

/** A message that names a parameter is kept without the name. */
function messagesOf(document: Node): Record<string, string> {
  const examples = Object.entries(node(node(document.components).examples))
  const messages = examples.map(([code, example]) => [code, node(node(example).value).error])
  const router = Object.entries(node(document['x-router-errors']))
  const routed = router.map(([code, error]) => [code, node(error).message])
  return Object.fromEntries(
    [...messages, ...routed].map(([code, text]) => [code, String(text).split(':')[0]]),
  )
}
