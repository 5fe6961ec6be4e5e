import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { type Node, walk } from './read-contract.js'

const HEADER = '// This file is generated from the contract; change the contract and run npm run generate.\n'
const factory = ts.factory

/** Writes the types of the contract: paths, operations, components and a named type for each schema. */
export async function contractTypes(document: Node): Promise<string> {
  walk(document, prepare)
  const ast = await openapiTS(document as unknown as OpenAPI3, {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    inject: [
      "import type { Brand, DecimalString, Open } from '../util/types.js'",
      "type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]\n",
    ].join('\n'),
    transform: (schema) => typeOf(schema as unknown as Node), // the parameter's type has no extensions
    transformProperty: orUndefined,
  })
  const schemas = document.components as { schemas: Record<string, Node> }
  return HEADER + astToString(ast.map((statement) => named(statement, schemas.schemas)))
}

/**
 * Turns the alias of an object into an interface. An editor shows the name of an interface, and all fields in place of the
 * name of such an alias.
 */
function named(statement: ts.Node, schemas: Readonly<Record<string, Node>>): ts.Node {
  if (!ts.isTypeAliasDeclaration(statement)) return statement
  const { name, modifiers } = statement
  const schema = schemas[name.text]
  if (schema?.type !== 'object' || !schema.properties || schema.oneOf || schema.anyOf) return statement
  const base = factory.createExpressionWithTypeArguments(factory.createIdentifier('Schema'), [
    literal(name.text),
  ])
  const clause = factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [base])
  return factory.createInterfaceDeclaration(modifiers, name, undefined, [clause], [])
}

/** Makes extensions visible to the generator, which transforms only schemas with a `type` and no `enum`. */
function prepare(at: Node): void {
  if (at['x-open-enum'] === true) {
    at['x-open-values'] = at.enum
    delete at.enum
  }
  delete at.examples // they would only add empty types
  if (typeof at.example === 'object') delete at.example // a whole object hides the description in an editor
  if (isEmpty(at.not)) Object.assign(at, { type: 'null', 'x-absent': true })
}

/** Lets callers pass `undefined` for an optional field under exactOptionalPropertyTypes too. */
function orUndefined(property: ts.PropertySignature): ts.PropertySignature | undefined {
  if (property.questionToken === undefined || property.type === undefined) return undefined
  if (property.type.kind === ts.SyntaxKind.NeverKeyword) return undefined // a field that must be absent stays `never`
  const type = factory.createUnionTypeNode([
    property.type,
    factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
  ])
  const { modifiers, name, questionToken } = property
  return factory.updatePropertySignature(property, modifiers, name, questionToken, type)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function typeOf(schema: Node): ts.TypeNode | undefined {
  if (schema['x-absent'] === true) return factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword)
  const text = stringType(schema)
  if (text === undefined || !Array.isArray(schema.type)) return text
  return factory.createUnionTypeNode([text, factory.createLiteralTypeNode(factory.createNull())])
}

function stringType(schema: Node): ts.TypeNode | undefined {
  const values = schema['x-open-values']
  if (Array.isArray(values)) {
    const texts = values.filter((value) => value !== null) // the type of the schema adds it
    return reference('Open', factory.createUnionTypeNode(texts.map(literal)))
  }
  if (schema.format === 'decimal') return reference('DecimalString')
  const name = schema['x-brand']
  if (typeof name !== 'string') return undefined
  return reference('Brand', factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword), literal(name))
}

function reference(name: string, ...types: ts.TypeNode[]): ts.TypeNode {
  return factory.createTypeReferenceNode(name, types.length > 0 ? types : undefined)
}

function literal(value: unknown): ts.TypeNode {
  return factory.createLiteralTypeNode(factory.createStringLiteral(String(value)))
}
