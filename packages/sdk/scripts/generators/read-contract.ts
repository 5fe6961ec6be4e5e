import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A node of the contract: a mapping whose members have unknown types. */
export type Node = Record<string, unknown>

/** The contract as read from disk. */
export interface Contract {
  /** Returns a fresh copy each time, since each generator changes the document. No node is in two places of it. */
  document(): Node
  /** Lower-case hex SHA-256 of the file. */
  sha256: string
}

/** Reads the contract. @throws when the file is missing or not a YAML mapping */
export function readContract(path: string): Contract {
  const text = readFileSync(path, 'utf8')
  return {
    // An alias of YAML is the node itself.
    document: () => node(JSON.parse(JSON.stringify(parse(text)))),
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}

/** Narrows an unknown value to a mapping. @throws TypeError for any other value */
export function node(value: unknown): Node {
  if (!isNode(value)) throw new TypeError(`expected a mapping in the contract, found ${typeof value}`)
  return value
}

/** Whether a value is a mapping. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Follows a local `$ref`, or returns the node itself. */
export function resolve(document: Node, target: Node): Node {
  if (typeof target.$ref !== 'string') return target
  const path = target.$ref.replace('#/', '').split('/')
  return resolve(
    document,
    path.reduce((at, key) => node(at[key]), document),
  )
}

/** Calls back for every mapping below a value, parents first. */
export function walk(value: unknown, visit: (at: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  if (!isNode(value)) return
  visit(value)
  for (const item of Object.values(value)) walk(item, visit)
}
