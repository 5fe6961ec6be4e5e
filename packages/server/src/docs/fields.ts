import { nameOf, type ParameterNode, type Reader, type SchemaNode } from './contract.js'
import { slugOf } from './markdown.js'
import { code, table, textOf } from './text.js'

/** A row of a table of fields. */
interface Field {
  readonly name: string
  readonly schema: SchemaNode
  readonly isRequired: boolean
}

/** Where each object of the answers is told. */
const OBJECTS_PAGE = 'objects.md'
/** Where the values of each open set are told. */
const STATUSES_PAGE = 'statuses.md'

/** Tables of parameters and of the fields of objects. */
export class FieldTables {
  constructor(private readonly reader: Reader) {}

  ofParameters(parameters: readonly ParameterNode[]): string {
    const rows = parameters.map(({ name, in: place, required = false, description, schema, ...node }) => {
      const isRequired = required ? 'yes' : 'no'
      const words = this.wordsOf({ ...schema, description })
      return [code(name), place, this.typeOf(schema), isRequired, words, codeOrDash(node['x-error'])]
    })
    return table(['Parameter', 'In', 'Type', 'Required', 'Meaning', 'If invalid'], rows)
  }

  /** What a request's body may hold, one table for each of its kinds. */
  ofBody(schema: SchemaNode): string {
    return this.kindsOf(schema)
      .map(([name, fields]) => {
        const rows = fields.map(({ name: field, schema: node, isRequired }) => [
          code(field),
          this.typeOf(node),
          isRequired ? 'yes' : 'no',
          this.wordsOf(node),
          codeOrDash(this.reader.follow(node)['x-error']),
        ])
        const heads = ['Field', 'Type', 'Required', 'Meaning', 'If invalid']
        return `${name === undefined ? '' : `${code(name)}:\n\n`}${table(heads, rows)}`
      })
      .join('\n\n')
  }

  /** What an answer or an event holds. */
  ofObject(schema: SchemaNode): string {
    return this.kindsOf(schema)
      .map(([name, fields]) => {
        const rows = fields.map(({ name: field, schema: node, isRequired }) => [
          code(field),
          this.typeOf(node),
          isRequired ? 'always' : 'sometimes',
          this.wordsOf(node),
        ])
        return `${name === undefined ? '' : `${code(name)}:\n\n`}${table(['Field', 'Type', 'There', 'Meaning'], rows)}`
      })
      .join('\n\n')
  }

  typeOf(schema: SchemaNode): string {
    const name = nameOf(schema)
    const node = this.reader.follow(schema)
    if (name !== undefined && isObject(node)) return `[${code(name)}](${OBJECTS_PAGE}#${slugOf(name)})`
    if (node.type === 'array') return `array of ${this.typeOf(node.items ?? {})}`
    if (node.oneOf) return node.oneOf.map((kind) => this.typeOf(kind)).join(' or ')
    if (node.not) return 'nothing'
    const types = typeof node.type === 'string' ? [node.type] : (node.type ?? ['any'])
    return types.join(' or ')
  }

  /** The objects of a schema that pages of their own tell, by name. */
  objectsIn(schema: SchemaNode, found = new Map<string, SchemaNode>()): Map<string, SchemaNode> {
    const name = nameOf(schema)
    const node = this.reader.follow(schema)
    if (name !== undefined && isObject(node)) {
      if (found.has(name)) return found
      found.set(name, node)
    }
    const inner = [...Object.values(node.properties ?? {}), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
    for (const part of node.items ? [...inner, node.items] : inner) this.objectsIn(part, found)
    return found
  }

  /** The fields of an object; of each of its kinds where there are several. */
  private kindsOf(schema: SchemaNode): [name: string | undefined, fields: Field[]][] {
    const { oneOf } = this.reader.follow(schema)
    if (!oneOf) return [[undefined, this.fieldsOf(schema)]]
    return oneOf.map((kind) => {
      const named = kind.$ref === undefined ? (this.reader.follow(kind).allOf ?? []) : [kind]
      return [named.map(nameOf).join(' + '), this.fieldsOf(kind)]
    })
  }

  private fieldsOf(schema: SchemaNode): Field[] {
    const { properties = {}, required = [], allOf = [] } = this.reader.follow(schema)
    const own = Object.entries(properties).map(([name, node]) => ({
      name,
      schema: node,
      isRequired: required.includes(name),
    }))
    return [...allOf.flatMap((part) => this.fieldsOf(part)), ...own]
  }

  /** What a field means, which values it takes and how many. */
  private wordsOf(schema: SchemaNode): string {
    const node = this.reader.follow(schema)
    const words = [this.valuesOf(schema, node), boundsOf(node)]
    // The values of a set with a page are told there; here only what is said of this field.
    const isToldElsewhere = isOpenSet(node) && nameOf(schema) !== undefined
    words.unshift(textOf(isToldElsewhere ? schema.description : node.description))
    return words.filter((part) => part !== '').join(' ')
  }

  private valuesOf(schema: SchemaNode, node: SchemaNode): string {
    const name = nameOf(schema)
    const values = node.enum ?? []
    if (node.const !== undefined) return `Always ${code(String(node.const))}.`
    if (name !== undefined && isOpenSet(node))
      return `One of [${code(name)}](${STATUSES_PAGE}#${slugOf(name)}).`
    if (values.length < 2) return ''
    return `One of ${values.map(code).join(', ')}${isOpenSet(node) ? '; more may come' : ''}.`
  }
}

const isOpenSet = (node: SchemaNode): boolean => node.enum !== undefined && node['x-open-enum'] === true

const isObject = ({ properties, allOf, oneOf }: SchemaNode): boolean =>
  properties !== undefined || allOf !== undefined || (oneOf?.every(({ $ref }) => $ref !== undefined) ?? false)

const codeOrDash = (text: string | undefined): string => (text === undefined ? '–' : code(text))

function boundsOf(node: SchemaNode): string {
  const said: string[] = []
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low !== undefined && high !== undefined) said.push(`${low} to ${high}${unit}.`)
    else if (high !== undefined) said.push(`At most ${high}${unit}.`)
    else if (low !== undefined && low > 0) said.push(`At least ${low}${unit}.`)
  }
  range(node.minLength, node.maxLength, ' characters')
  range(node.minItems, node.maxItems, ' items')
  range(node.minimum, node.maximum, '')
  if (node.default !== undefined) said.push(`Default ${code(String(node.default))}.`)
  return said.join(' ')
}
