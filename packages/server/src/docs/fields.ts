import { nameOf, type ParameterNode, type Reader, type SchemaNode } from './contract.js'
import { slugOf } from './markdown.js'
import { code, textOf } from './text.js'

/** A field of a request or a response, or a parameter. Its texts are Markdown. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly meaning: string
  /** Of a parameter: `path`, `query` or `header`. */
  readonly place?: string
  /** The error that an invalid value causes. */
  readonly error?: string
}
/** The fields of an object. A `oneOf` has several variants, each with its name. */
export interface FieldSet {
  readonly name: string | undefined
  readonly fields: readonly Field[]
}

/** The page that describes each object of the responses. */
const OBJECTS_PAGE = 'objects.md'
/** The page that describes the values of each open set. */
const STATUSES_PAGE = 'statuses.md'
/** How the type of a string with a format is called. */
const FORMATS: Readonly<Record<string, string>> = {
  decimal: 'decimal string',
  'date-time': 'time',
  uuid: 'UUID',
  uri: 'URL',
  email: 'e-mail address',
}

/** Reads fields and parameters from the contract. */
export class Fields {
  constructor(private readonly reader: Reader) {}

  ofParameters(parameters: readonly ParameterNode[]): Field[] {
    return parameters.map(({ name, in: place, required = false, description, schema, ...node }) => ({
      name,
      place,
      type: this.typeOf(schema),
      isRequired: required,
      meaning: this.meaningOf({ ...schema, description }),
      ...errorOf(node),
    }))
  }

  /** Returns the fields of an object, or of each variant of a `oneOf`. */
  ofObject(schema: SchemaNode): FieldSet[] {
    const { oneOf } = this.reader.follow(schema)
    if (!oneOf) return [{ name: undefined, fields: this.fieldsOf(schema) }]
    return oneOf.map((kind) => {
      const [named] = kind.$ref === undefined ? (this.reader.follow(kind).allOf ?? []) : [kind]
      return { name: nameOf(named ?? kind), fields: this.fieldsOf(kind) }
    })
  }

  typeOf(schema: SchemaNode): string {
    const name = nameOf(schema)
    const node = this.reader.follow(schema)
    if (name !== undefined && isObject(node)) return `[${code(name)}](${OBJECTS_PAGE}#${slugOf(name)})`
    if (node.type === 'array') return `array of ${this.typeOf(node.items ?? {})}`
    if (node.oneOf) return node.oneOf.map((kind) => this.typeOf(kind)).join(' or ')
    if (node.not) return 'nothing'
    if (node.enum !== undefined || node.const !== undefined) return 'enum'
    if (node.type === 'string' && node.format !== undefined) return FORMATS[node.format] ?? 'string'
    const types = typeof node.type === 'string' ? [node.type] : (node.type ?? ['any'])
    return types.join(' or ')
  }

  /** Returns every object of a response or an event once, by its name. */
  objectsOfAnswers(): Map<string, SchemaNode> {
    const { reader } = this
    const responses = reader
      .operations()
      .flatMap((operation) => reader.responsesOf(operation))
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema))
    const events = Object.values(reader.document.webhooks).flatMap(({ post }) => {
      const body = reader.follow(reader.bodyOf(post) ?? {})
      return Object.values(reader.follow(body.properties?.data ?? {}).properties ?? {})
    })
    const found = new Map<string, SchemaNode>()
    for (const schema of [...responses, ...events]) this.collectObjects(schema, found)
    return found
  }

  /** Collects the named objects within a schema. */
  private collectObjects(schema: SchemaNode, found: Map<string, SchemaNode>): void {
    const name = nameOf(schema)
    const node = this.reader.follow(schema)
    if (name !== undefined && isObject(node)) {
      if (found.has(name)) return
      found.set(name, node)
    }
    const inner = [...Object.values(node.properties ?? {}), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
    for (const part of node.items ? [...inner, node.items] : inner) this.collectObjects(part, found)
  }

  private fieldsOf(schema: SchemaNode): Field[] {
    const { properties = {}, required = [], allOf = [] } = this.reader.follow(schema)
    const own = Object.entries(properties).map(([name, node]) => ({
      name,
      type: this.typeOf(node),
      isRequired: required.includes(name),
      meaning: this.meaningOf(node),
      ...errorOf(this.reader.follow(node)),
    }))
    const inherited = allOf.flatMap((part) => this.fieldsOf(part))
    return [...inherited.filter(({ name }) => !Object.hasOwn(properties, name)), ...own]
  }

  /** Describes the meaning, the values and the bounds of a field. */
  private meaningOf(schema: SchemaNode): string {
    const node = this.reader.follow(schema)
    // The statuses page describes a named open set; the field adds only its own description.
    const hasOwnSection = isOpenSet(node) && nameOf(schema) !== undefined
    const description = textOf(hasOwnSection ? schema.description : node.description)
    return [description, this.valuesOf(schema, node, description), boundsOf(node)]
      .filter((part) => part !== '')
      .join(' ')
  }

  private valuesOf(schema: SchemaNode, node: SchemaNode, description: string): string {
    const name = nameOf(schema)
    const values = (node.enum ?? []).filter((value) => value !== null)
    if (node.const !== undefined) return `Always ${code(String(node.const))}.`
    if (name !== undefined && isOpenSet(node))
      return `One of [${code(name)}](${STATUSES_PAGE}#${slugOf(name)}).`
    if (values.length === 0) return ''
    if (values.length === 1) return description === '' ? `Always ${code(String(values[0]))}.` : ''
    return `One of ${values.map(code).join(', ')}${isOpenSet(node) ? '; more may come' : ''}.`
  }
}

const isOpenSet = (node: SchemaNode): boolean => node.enum !== undefined && node['x-open-enum'] === true

const isObject = ({ properties, allOf, oneOf }: SchemaNode): boolean =>
  properties !== undefined || allOf !== undefined || (oneOf?.every(({ $ref }) => $ref !== undefined) ?? false)

const errorOf = ({ 'x-error': error }: { readonly 'x-error'?: string }): { error?: string } =>
  error === undefined ? {} : { error }

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
