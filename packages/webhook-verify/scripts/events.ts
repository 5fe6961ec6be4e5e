import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { WebhookContract } from './contract.js'

const { factory } = ts

/** Renders the types of the webhooks, and the list of their names, by which known events are recognized. */
export async function renderEvents(contract: WebhookContract): Promise<string> {
  const types = await openapiTypescript(JSON.stringify(contract), {
    silent: true,
    // The sender may leave out a property with a default.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => ('x-open-enum' in schema && 'enum' in schema ? openEnum(schema.enum) : undefined),
  })
  const names = Object.keys(contract.webhooks).map((name) => `  '${name}',\n`)
  const list = `/** The events of the contract. */\nexport const WEBHOOK_EVENTS = [\n${names.join('')}] as const\n`
  return `${astToString(types)}${list}`
}

// `'PAID' | (string & {})`: editors suggest the known texts and the compiler accepts any text.
function openEnum(texts: unknown): ts.TypeNode {
  if (!Array.isArray(texts)) throw new Error('an enum is a list')
  const known = texts.map((text: unknown) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(text))),
  )
  const anyText = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ])
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(anyText)])
}
