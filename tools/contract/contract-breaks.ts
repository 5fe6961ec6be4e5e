import { type Contract, type Media, type Operation, type Paths, type Response, resolve } from './document.js'
import { type Direction, type Place, schemaBreaks } from './schema-breaks.js'

type Contracts = Pick<Place, 'before' | 'after' | 'known'>

/** Lists the changes of a contract that break its clients or the receivers of its events, one line each. */
export function contractBreaks(before: Contract, after: Contract): string[] {
  const both = { before, after, known: new Map() }
  const news = after['x-router-errors'] ?? {}
  const unknown = Object.entries(before['x-router-errors'] ?? {}).filter(
    ([code, { status, message }]) => news[code]?.status !== status || news[code]?.message !== message,
  )
  return [
    ...new Set([
      ...unknown.map(([, { status, message }]) => `no operation ${status}: without the message "${message}"`),
      ...pairsOf(before.paths, after.paths, (one, other) => operationBreaks(both, one, other)),
      // An event goes to clients like a response.
      ...pairsOf(before.webhooks, after.webhooks, (one, other) => sentBreaks(both, 'responses', one, other)),
    ]),
  ]
}

function pairsOf(
  before: Paths = {},
  after: Paths = {},
  breaks: (before: Operation, after: Operation) => string[],
): string[] {
  return Object.entries(before).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const other = after[path]?.[method]
      if (!other) return [`${method.toUpperCase()} ${path}: is gone`]
      const [old, name] = [operation.operationId, other.operationId]
      return [...(name === old ? [] : [`${old}: is named ${name}`]), ...breaks(operation, other)]
    }),
  )
}

function operationBreaks(both: Contracts, before: Operation, after: Operation): string[] {
  const { operationId: id, security = both.before.security } = before
  const isSame = (after.security ?? both.after.security)?.length === security?.length
  const answers = Object.entries(before.responses).flatMap(([status, response]) => {
    const [place, other] = [`${id} ${status}`, after.responses[status]]
    return other ? responseBreaks(both, place, response, other) : [`${place}: is gone`]
  })
  return [
    ...(isSame ? [] : [`${id}: its authentication differs`]),
    ...sentBreaks(both, 'requests', before, after),
    ...answers,
  ]
}

/** Compares parameters and body. */
function sentBreaks(both: Contracts, direction: Direction, before: Operation, after: Operation): string[] {
  const { operationId: id, requestBody: body } = before
  const isRequired = after.requestBody?.required === true && body?.required !== true
  return [
    ...fieldBreaks(both, direction, id, parametersOf(both.before, before), parametersOf(both.after, after)),
    ...(isRequired && direction === 'requests' ? [`${id} body: is required now`] : []),
    ...contentBreaks(both, direction, `${id} body`, body, after.requestBody),
  ]
}

/** A parameter or a header. Its messages stand beside its schema. */
interface Field {
  readonly $ref?: string
  readonly required?: boolean
  readonly schema: object
}

const parametersOf = (contract: Contract, { parameters = [] }: Operation): Record<string, Field> =>
  Object.fromEntries(
    parameters.map((parameter) => {
      const found = resolve(contract, parameter)
      return [`${found.in} ${found.name}`, found]
    }),
  )

function responseBreaks(both: Contracts, place: string, response: Response, other: Response): string[] {
  const [before, after] = [resolve(both.before, response), resolve(both.after, other)]
  return [
    ...fieldBreaks(both, 'responses', `${place} header`, before.headers ?? {}, after.headers ?? {}),
    ...contentBreaks(both, 'responses', `${place} body`, before, after),
  ]
}

function fieldBreaks(
  both: Contracts,
  direction: Direction,
  place: string,
  olds: Readonly<Record<string, Field>>,
  news: Readonly<Record<string, Field>>,
): string[] {
  const read = (contract: Contract, fields: typeof olds) =>
    new Map(Object.entries(fields).map(([name, field]) => [name, resolve(contract, field)]))
  const [before, after] = [read(both.before, olds), read(both.after, news)]
  const [inner, outer] = direction === 'requests' ? [before, after] : [after, before]
  const required = [...outer].filter(([name, field]) => field.required && !inner.get(name)?.required)
  const text = direction === 'requests' ? 'is required now' : 'is not required any more'
  return [
    ...required.map(([name]) => `${place} ${name}: ${text}`),
    ...[...before].flatMap(([name, field]) => {
      const [path, other] = [`${place} ${name}`, after.get(name)]
      if (!other) return [`${path}: is gone`]
      return schemaBreaks({ ...both, direction, path }, rulesOf(field), rulesOf(other))
    }),
  ]
}

const rulesOf = ({ schema, ...field }: Field) => ({
  ...schema,
  ...Object.fromEntries(Object.entries(field).filter(([name]) => name.startsWith('x-error'))),
})

function contentBreaks(
  both: Contracts,
  direction: Direction,
  path: string,
  before: Pick<Response, 'content'> = {},
  after: Pick<Response, 'content'> = {},
): string[] {
  return Object.entries(before.content ?? {}).flatMap(([type, media]) => {
    const other = after.content?.[type]
    if (!other) return [`${path}: ${type} is gone`]
    const messages = messagesOf(both.after, other)
    const lost = messagesOf(both.before, media).filter((message) => !messages.includes(message))
    return [
      ...lost.map((message) => `${path}: without the message "${message}"`),
      ...schemaBreaks({ ...both, direction, path }, media.schema, other.schema),
    ]
  })
}

/** The error messages among the examples. */
const messagesOf = (contract: Contract, { examples = {} }: Media): string[] =>
  Object.values(examples).flatMap((example) => resolve(contract, example).value.error ?? [])
