import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { isNode, type Node, node, walk } from './read-contract.js'

/** Writes valibot schemas of everything in the contract, the bodies of webhooks included. */
export async function valibotSchemas(document: Node): Promise<string> {
  openResponses(document)
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-generate-'))
  try {
    await createClient({
      input: document,
      output: { path: folder, importFileExtension: '.js', indexFile: false },
      logs: { file: false, level: 'silent' },
      plugins: [{ name: 'valibot', webhooks: true }],
    })
    return readFileSync(join(folder, 'valibot.gen.ts'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Sizes. They are kept in requests only. */
const SIZES = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const

/**
 * Accepts statuses and fields that a later server adds, and keeps them. The contract does not say so, since a misspelt
 * field of a response would then compile. Accepts any size as well: valibot counts UTF-16 units, and the contract characters.
 */
function openResponses(document: Node): void {
  const schemas = node(node(document.components).schemas)
  for (const name of answered(document, schemas)) {
    walk(schemas[name], (at) => {
      if (at['x-open-enum'] === true) delete at.enum
      if (isNode(at.properties)) at.additionalProperties = true
      for (const size of SIZES) delete at[size]
    })
  }
}

/** The schemas that responses and webhooks reach. */
function answered(document: Node, schemas: Node): Set<string> {
  const found = new Set<string>()
  const follow = (value: unknown) =>
    walk(value, (at) => {
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(at.$ref)) ?? []
      if (name === undefined || found.has(name)) return
      found.add(name)
      follow(schemas[name])
    })
  follow(node(document.components).responses)
  follow(document.webhooks)
  walk(document.paths, (at) => {
    if (isNode(at.responses)) follow(at.responses)
  })
  return found
}
