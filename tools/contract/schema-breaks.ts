import { type Contract, kindsOf, type Schema } from './document.js'
import { refusedTexts, valuesOf } from './schema-texts.js'

/** Requests come from clients, which know the contract before the change. Responses and events go to them. */
export type Direction = 'requests' | 'responses'

/** Where two schemas stand. */
export interface Place {
  readonly before: Contract
  readonly after: Contract
  readonly direction: Direction
  readonly path: string
  /** The breaks of components that were compared before. */
  readonly known: Map<string, string[]>
}

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const UUID_LENGTH = 36
/** Promises of a request beside its values. */
const PROMISES = ['x-error', 'x-error-missing', 'x-error-status', 'default'] as const
/** Members that are no rules. */
const WORDS: ReadonlySet<string> = new Set(['$ref', 'description', 'example', 'type'])

/**
 * Lists the changes of a schema that a client can notice. Whatever a request could carry it still may, and a response brings
 * nothing that was not announced. Enums of responses are open, so new values in them are announced.
 */
export function schemaBreaks(at: Place, before: Schema, after: Schema): string[] {
  const name = nameOf(before, after)
  if (name === undefined) return breaksOf(at, before, after)
  const key = `${name} in ${at.direction}`
  const breaks = at.known.get(key) ?? breaksOf({ ...at, path: name }, before, after)
  at.known.set(key, breaks)
  return breaks
}

function breaksOf(at: Place, before: Schema, after: Schema): string[] {
  const olds = kindsOf(at.before, before)
  const news = kindsOf(at.after, after)
  const lost = olds.flatMap((old) => fewest(news.map((other) => kindBreaks(at, old, other))))
  if (at.direction === 'requests') return lost
  return [...lost, ...news.flatMap((other) => fewest(olds.map((old) => kindBreaks(at, old, other))))]
}

/** The name of a component, where both schemas only refer to it: its changes then have one line for all operations. */
function nameOf(before: Schema, after: Schema): string | undefined {
  const isPlain = [before, after].every((schema) => Object.keys(schema).every((key) => WORDS.has(key)))
  return isPlain && before.$ref === after.$ref ? before.$ref?.split('/').at(-1) : undefined
}

const fewest = (lists: readonly string[][]): string[] =>
  lists.reduce((best, list) => (list.length < best.length ? list : best), lists[0] ?? [])

function kindBreaks(at: Place, before: Schema, after: Schema): string[] {
  const isRequest = at.direction === 'requests'
  // Every value of the inner schema must be one of the outer schema.
  const [inner, outer] = isRequest ? [before, after] : [after, before]
  const rules = [
    ...(isTypeWithin(inner, outer) ? [] : ['type']),
    ...UPPER.filter((name) => limit(outer, name, Infinity) < limit(inner, name, Infinity)),
    ...LOWER.filter((name) => limit(outer, name, -Infinity) > limit(inner, name, -Infinity)),
    ...(['uniqueItems', 'not'] as const).filter((name) => outer[name] && !inner[name]),
    ...(outer.additionalProperties === false && inner.additionalProperties !== false
      ? ['additionalProperties']
      : []),
    ...refusedTexts(inner, outer),
    ...(isRequest ? PROMISES.filter((name) => show(before, name) !== show(after, name)) : []),
  ]
  const say = (text: string) => `${at.path} in ${at.direction}: ${text}`
  return [
    ...rules.map((name) => say(`${name} was ${show(before, name)} and is ${show(after, name)}`)),
    ...valueBreaks(before, after, isRequest).map(say),
    ...propertyBreaks(at, before, after),
    ...itemBreaks(at, before, after),
  ]
}

const show = (schema: Schema, name: string): string => JSON.stringify(Reflect.get(schema, name)) ?? 'absent'
const limit = (schema: Schema, name: string, none: number): number =>
  Reflect.get(schema, name) ?? (name === 'maxLength' && schema.format === 'uuid' ? UUID_LENGTH : none)

function isTypeWithin(inner: Schema, outer: Schema): boolean {
  const [types, allowed] = [[inner.type ?? []].flat(), [outer.type ?? []].flat()]
  if (allowed.length === 0) return true
  const isAllowed = (type: string) =>
    allowed.includes(type) || (type === 'integer' && allowed.includes('number'))
  return types.length > 0 && types.every(isAllowed)
}

function valueBreaks(before: Schema, after: Schema, isRequest: boolean): string[] {
  const [olds, news] = [valuesOf(before), valuesOf(after)]
  if (!olds || !news) {
    const values = isRequest ? news : olds
    return values ? [`the values ${values.join(', ')} ${isRequest ? 'are' : 'were'} the only ones`] : []
  }
  return olds.filter((value) => !news.includes(value)).map((value) => `without the value ${value}`)
}

function propertyBreaks(at: Place, before: Schema, after: Schema): string[] {
  const isRequest = at.direction === 'requests'
  const say = (name: string, text: string) => `${at.path}.${name} in ${at.direction}: ${text}`
  const [inner, outer] = isRequest ? [before, after] : [after, before]
  const required = (outer.required ?? []).filter((name) => !inner.required?.includes(name))
  return [
    ...required.map((name) => say(name, isRequest ? 'is required now' : 'is not required any more')),
    ...Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      const other = after.properties?.[name]
      return other
        ? schemaBreaks({ ...at, path: `${at.path}.${name}` }, schema, other)
        : [say(name, 'is gone')]
    }),
  ]
}

function itemBreaks(at: Place, before: Schema, after: Schema): string[] {
  return (['items', 'additionalProperties'] as const).flatMap((name) => {
    const [one, other] = [before[name], after[name]]
    const place = { ...at, path: `${at.path}[]` }
    return typeof one === 'object' && typeof other === 'object' ? schemaBreaks(place, one, other) : []
  })
}
