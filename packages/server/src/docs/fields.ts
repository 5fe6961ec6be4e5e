import { nameOf, type ParameterNode, type Reader, type SchemaNode } from './contract.js'
import { slugOf } from './markdown.js'
import { code, table, textOf } from './text.js'

/** A row of a field table. */
interface Field {
  readonly name: string
  readonly schema: SchemaNode
  readonly isRequired: boolean
}

/** The page that describes each object of the responses. */
const OBJECTS_PAGE = 'objects.md'
/** The page that describes the values of each open set. */
const STATUSES_PAGE = 'statuses.md'

/** Renders tables of parameters and of object fields. */
export class FieldTables {
  constructor(private readonly reader: Reader) {}

  ofParameters(parameters: readonly ParameterNode[]): string {
    const rows = parameters.map(({ name, in: place, required = false, description, schema, ...node }) => {
      const isRequired = required ? 'yes' : 'no'
      const meaning = this.meaningOf({ ...schema, description })
      return [code(name), place, this.typeOf(schema), isRequired, meaning, codeOrDash(node['x-error'])]
    })
    return table(['Parameter', 'In', 'Type', 'Required', 'Meaning', 'If invalid'], rows)
  }

  /** Renders the fields of a request body, one table per variant. */
  ofBody(schema: SchemaNode): string {
    return this.kindsOf(schema)
      .map(([name, fields]) => {
        const rows = fields.map(({ name: field, schema: node, isRequired }) => [
          code(field),
          this.typeOf(node),
          isRequired ? 'yes' : 'no',
          this.meaningOf(node),
          codeOrDash(this.reader.follow(node)['x-error']),
        ])
        const heads = ['Field', 'Type', 'Required', 'Meaning', 'If invalid']
        return `${name === undefined ? '' : `${code(name)}:\n\n`}${table(heads, rows)}`
      })
      .join('\n\n')
  }

  /** Renders the fields of a response or an event. */
  ofObject(schema: SchemaNode): string {
    return this.kindsOf(schema)
      .map(([name, fields]) => {
        const rows = fields.map(({ name: field, schema: node, isRequired }) => [
          code(field),
          this.typeOf(node),
          isRequired ? 'always' : 'sometimes',
          this.meaningOf(node),
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

  /** Collects the named objects within a schema; each gets a section of its own. */
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

  /** Returns the fields of an object, or of each variant of a `oneOf`. */
  private kindsOf(schema: SchemaNode): [name: string | undefined, fields: Field[]][] {
    const { oneOf } = this.reader.follow(schema)
    if (!oneOf) return [[undefined, this.fieldsOf(schema)]]
    return oneOf.map((kind) => {
      const [named] = kind.$ref === undefined ? (this.reader.follow(kind).allOf ?? []) : [kind]
      return [nameOf(named ?? kind), this.fieldsOf(kind)]
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

  /** Describes the meaning, the values and the bounds of a field. */
  private meaningOf(schema: SchemaNode): string {
    const node = this.reader.follow(schema)
    // The statuses page describes a named open set; the field adds only its own description.
    const hasOwnSection = isOpenSet(node) && nameOf(schema) !== undefined
    const description = textOf(hasOwnSection ? schema.description : node.description)
    return [description, this.valuesOf(schema, node), boundsOf(node)].filter((part) => part !== '').join(' ')
  }

  private valuesOf(schema: SchemaNode, node: SchemaNode): string {
    const name = nameOf(schema)
    const values = (node.enum ?? []).filter((value) => value !== null)
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
  const bounds: string[] = []
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low !== undefined && high !== undefined) bounds.push(`${low} to ${high}${unit}.`)
    else if (high !== undefined) bounds.push(`At most ${high}${unit}.`)
    else if (low !== undefined && low > 0) bounds.push(`At least ${low}${unit}.`)
  }
  range(node.minLength, node.maxLength, ' characters')
  range(node.minItems, node.maxItems, ' items')
  range(node.minimum, node.maximum, '')
  if (node.default !== undefined) bounds.push(`Default ${code(String(node.default))}.`)
  return bounds.join(' ')
}
