import { groupSlug, groupTitle, operationSlug } from './addresses.js'
import type { ErrorRow, Operation, Reader, ResponseNode } from './contract.js'
import { remedyOf } from './failures.js'
import type { Field, FieldSet, Fields } from './fields.js'
import { type Sample, samplesOf } from './samples.js'
import { code, textOf } from './text.js'

/** A body that an answer can have. */
export interface AnswerBody {
  /** Its type as Markdown: a link to the object. */
  readonly type: string
  /** The language of its example. */
  readonly language: 'json' | 'txt'
  readonly example: string
}
/** An answer of an operation that succeeds. */
export interface Answer {
  readonly status: string
  readonly meaning: string
  readonly headers: readonly { readonly name: string; readonly meaning: string }[]
  readonly bodies: readonly AnswerBody[]
}
/** Everything that the page of an operation shows. Its texts are Markdown, with links relative to `/docs/`. */
export interface OperationView {
  readonly operation: Operation
  readonly slug: string
  readonly group: { readonly title: string; readonly slug: string }
  /** Undefined for an operation that is not signed. */
  readonly scope: string | undefined
  readonly repeat: { readonly badge: string; readonly advice: string }
  readonly parameters: readonly Field[]
  readonly bodies: readonly FieldSet[]
  /** In JSON. */
  readonly bodyExample: string | undefined
  readonly answers: readonly Answer[]
  /** The errors that not every operation has. */
  readonly errors: readonly (ErrorRow & { readonly remedy: string })[]
  /** The statuses of the errors that every operation has. */
  readonly commonStatuses: readonly string[]
  readonly samples: readonly Sample[]
}

/** Every signed operation can answer with these. Pages list them by status only. */
const COMMON = new Set(['401', '413', '429', '500', '503'])

export const requestLine = ({ method, path }: Operation): string => `${method} ${path}`

/** Returns the method as pages show it: `SSE` for an event stream. */
export const methodOf = (operation: Operation): string =>
  operation['x-retry'] === 'stream' ? 'SSE' : operation.method

/** Puts together what the page of an operation shows. */
export function operationView(reader: Reader, fields: Fields, operation: Operation): OperationView {
  const body = reader.bodyOf(operation)
  const errors = reader.errorsOf(operation)
  const [tag = ''] = operation.tags
  return {
    operation,
    slug: operationSlug(operation),
    group: { title: groupTitle(tag), slug: groupSlug(tag) },
    scope: operation.security?.length === 0 ? undefined : (operation['x-scope'] ?? ''),
    repeat: repeatOf(operation),
    parameters: fields.ofParameters(reader.parametersOf(operation)),
    bodies: body ? fields.ofObject(body) : [],
    bodyExample: body && pretty(reader.follow(body).example),
    answers: reader
      .responsesOf(operation)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => answerOf(reader, fields, status, response)),
    errors: errors
      .filter(({ status }) => !COMMON.has(status))
      .map((error) => ({ ...error, remedy: remedyOf(reader, error.code) })),
    commonStatuses: [...new Set(errors.map(({ status }) => status).filter((status) => COMMON.has(status)))],
    samples: samplesOf(operation.operationId),
  }
}

function answerOf(
  reader: Reader,
  fields: Fields,
  status: string,
  { description, headers = {}, content = {} }: ResponseNode,
): Answer {
  return {
    status,
    meaning: textOf(description),
    headers: Object.entries(headers).map(([name, node]) => {
      const { description: meaning } = reader.follow(node)
      return { name, meaning: textOf(meaning) }
    }),
    bodies: Object.entries(content).map(([mediaType, { schema }]): AnswerBody => {
      const { example, items } = reader.follow(schema)
      const value = example ?? [reader.follow(items ?? {}).example]
      const type = fields.typeOf(schema)
      if (mediaType !== 'text/event-stream') return { type, language: 'json', example: pretty(value) }
      return {
        type: `A stream of ${type}`,
        language: 'txt',
        example: `id: 1\ndata: ${JSON.stringify(value)}\n`,
      }
    }),
  }
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** Tells the caller how to proceed when a call's outcome is unknown. */
function repeatOf(operation: Operation): OperationView['repeat'] {
  const confirming = operation['x-settled-by']?.map((name) => code(name.replaceAll('_', ' '))).join(' or ')
  const key = operation['x-idempotency']
  switch (operation['x-retry']) {
    case 'safe':
      return { badge: 'Safe to repeat', advice: 'repeat it; it changes nothing.' }
    case 'keyed':
      return {
        badge: 'Safe to repeat with a key',
        advice: `repeat it with the same ${code(key?.name ?? '')} (${key?.in}); the answer is that of the first call.`,
      }
    case 'idempotent':
      return {
        badge: 'Safe to repeat',
        advice: `repeat it; that is harmless.${confirming ? ` ${confirming} then means that an earlier attempt did it.` : ''}`,
      }
    case 'once':
      return { badge: 'Check before a repeat', advice: `do not just repeat it. ${operation['x-remedy']}` }
    case 'stream':
      return { badge: 'Resumes', advice: `connect again with ${code('Last-Event-ID')}.` }
    default:
      throw new Error(`${operation.operationId} has no x-retry`)
  }
}
