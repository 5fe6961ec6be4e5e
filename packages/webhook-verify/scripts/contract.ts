import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A JSON object of the contract. */
export type Node = Record<string, unknown>

/** The part of a contract that this package needs: the bodies of its webhooks and their schemas. */
export interface WebhookContract {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, never>
  webhooks: Record<string, { post: { operationId: string; requestBody: unknown } }>
  components: { schemas: Record<string, Node> }
}

/**
 * Reads the contract and drops all but the bodies of its webhooks, so that no operation gets into this package's types.
 *
 * @throws Error when a webhook has no POST, no operationId or no body, or a reference has no target
 */
export function readWebhookContract(path: string): WebhookContract {
  const contract = asNode(parse(readFileSync(path, 'utf8')), 'the contract')
  const info = asNode(contract.info, 'info')
  const webhooks: WebhookContract['webhooks'] = {}
  for (const [event, item] of Object.entries(asNode(contract.webhooks, 'webhooks'))) {
    const { operationId, requestBody } = asNode(asNode(item, event).post, `the POST of ${event}`)
    if (typeof operationId !== 'string' || !requestBody)
      throw new Error(`${event} lacks operationId or requestBody`)
    webhooks[event] = { post: { operationId, requestBody } }
  }
  const schemas = asNode(asNode(contract.components, 'components').schemas, 'schemas')
  // An editor would show a whole object as example and hide the description of the type.
  for (const node of nodesOf(schemas)) if (node.type === 'object') delete node.example
  return {
    openapi: String(contract.openapi),
    info: { title: String(info.title), version: String(info.version) },
    paths: {},
    webhooks,
    components: { schemas: reachable(webhooks, schemas) },
  }
}

/**
 * Reads the contract's example of each event.
 *
 * @throws Error when an event has none
 */
export function readEventExamples(path: string): Record<string, Node> {
  const contract = asNode(parse(readFileSync(path, 'utf8')), 'the contract')
  const examples = Object.values(asNode(asNode(contract.components, 'components').schemas, 'schemas'))
    .map((schema) => asNode(schema, 'a schema').example)
    .filter((example): example is Node => typeof example === 'object' && example !== null)
  return Object.fromEntries(
    Object.keys(asNode(contract.webhooks, 'webhooks')).map((event) => [
      event,
      asNode(
        examples.find((example) => example.event === event),
        `the example of ${event}`,
      ),
    ]),
  )
}

/**
 * The contract for validators: statuses marked `x-open-enum` accept any text and objects accept new fields, so that an
 * addition to an event is neither refused nor removed. Texts have any length: validators count UTF-16 units, the contract
 * characters.
 */
export function openForAdditions<Value>(value: Value): Value {
  const opened = structuredClone(value)
  for (const node of nodesOf(opened)) {
    if (node['x-open-enum'] === true) delete node.enum
    if (node.type === 'object') node.additionalProperties = true
    for (const size of ['minLength', 'maxLength']) delete node[size]
  }
  return opened
}

function reachable(from: unknown, schemas: Node): Record<string, Node> {
  const names = new Set<string>()
  const queue: unknown[] = [from]
  for (const start of queue) {
    for (const { $ref } of nodesOf(start)) {
      const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined
      if (name === undefined || names.has(name)) continue
      names.add(name)
      queue.push(asNode(schemas[name], `schema ${name}`))
    }
  }
  return Object.fromEntries([...names].sort().map((name) => [name, asNode(schemas[name], name)]))
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Node // neither null nor a list, so a JSON object
  for (const child of Object.values(value)) yield* nodesOf(child)
}

function asNode(value: unknown, what: string): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is no object`)
  return value as Node // the line above
}
