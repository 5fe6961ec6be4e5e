import fc from 'fast-check'
import type { Schema } from './document.js'

const UUID = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$'
const FORMATS: Readonly<Record<string, string>> = {
  uuid: UUID,
  decimal: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$',
  'date-time': '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$',
  email: '^[^@\\s]+@[^@\\s]+$',
  uri: '^[a-z]+:\\S+$',
}
/** Enough to find a lost branch or a shorter repetition of the patterns of a contract. */
const SAMPLES = 300
const SEED = 1

/** The values that a schema lists, as text; undefined where it lists none. */
export const valuesOf = (schema: Schema): string[] | undefined =>
  (schema.const === undefined ? schema.enum : [schema.const])?.map((value) => `${value}`)

/**
 * Names the rules of `outer` that refuse a text of `inner`. Whether one pattern contains another is answered with samples,
 * which depend on nothing but the pattern.
 */
export function refusedTexts(inner: Schema, outer: Schema): string[] {
  return (['pattern', 'format'] as const).filter((name) => {
    const wanted = outer[name] === inner[name] ? undefined : expressionOf(outer, name)
    return wanted !== undefined && !(samplesOf(inner)?.every((text) => wanted.test(text)) ?? false)
  })
}

function expressionOf({ pattern, format = '' }: Schema, name: 'pattern' | 'format'): RegExp | undefined {
  const source = name === 'pattern' ? pattern : FORMATS[format]
  return source === undefined ? undefined : new RegExp(source, 'u')
}

/** Undefined for a schema that allows any text. */
function samplesOf(schema: Schema): string[] | undefined {
  const expressions = [expressionOf(schema, 'pattern'), expressionOf(schema, 'format')].filter((one) => !!one)
  const [first] = expressions
  if (valuesOf(schema) || !first) return valuesOf(schema)
  const texts = fc.sample(fc.stringMatching(first), { numRuns: SAMPLES, seed: SEED })
  return texts.filter((text) => expressions.every((one) => one.test(text)))
}
