import * as schemas from '@merchantpay/sdk/schemas'
import * as v from 'valibot'
import { type Contract, resolve } from '../../tools/contract/document.js'
import type { Operation } from './operations.js'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Of a stream its first message, where one comes at once. */
  readonly text: string
}

/** @throws Error unless the contract documents the answer: its status, its headers, its message or its body */
export function requireDocumented(contract: Contract, operation: Operation, answer: Answer): void {
  const { status, headers } = answer
  const response = operation.responses.get(status)
  if (status >= 500 || !response) throw new Error(`${status} is no answer of ${operation.id}`)
  for (const name of Object.keys(response.headers ?? {})) {
    const isRequired = response.headers?.[name] && resolve(contract, response.headers[name]).required
    if (isRequired && headers[name.toLowerCase()] === undefined)
      throw new Error(`the header ${name} is missing`)
  }
  const [type = ''] = `${headers['content-type']}`.split(';')
  const media = response.content?.[type]
  if (!media) throw new Error(`${type} is no content of ${operation.id} ${status}`)
  if (status < 400) return void requireSuccess(operation, type, answer.text)
  const body = readError(answer.text)
  const messages = Object.values(media.examples ?? {}).map((one) =>
    withoutName(resolve(contract, one).value.error),
  )
  if (!messages.includes(withoutName(body.error)))
    throw new Error(`"${body.error}" is no message of ${operation.id}`)
}

function requireSuccess({ id }: Operation, type: string, text: string): void {
  const isStream = type === 'text/event-stream'
  const data = isStream ? /^data: ?(.*)$/m.exec(text)?.[1] : text
  if (data === undefined) return
  const result = v.safeParse(schemaOf(id), JSON.parse(data))
  if (result.success) return
  const issues = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  throw new Error(`the body breaks the contract: ${issues.join('; ')}`)
}

/** The generated validator of an operation's success. */
function schemaOf(id: string): v.GenericSchema {
  const name = `v${id.charAt(0).toUpperCase()}${id.slice(1)}Response`
  const schema: unknown = Reflect.get(schemas, name)
  if (!schema) throw new Error(`the SDK has no ${name}`)
  return schema as v.GenericSchema // all names of this form are schemas
}

const ERROR = v.strictObject({
  error: v.string(),
  param: v.optional(v.pipe(v.string(), v.maxLength(64))),
  detail: v.optional(v.pipe(v.string(), v.maxLength(200))),
})

/** @throws Error for a body that is no error of the contract */
export const readError = (text: string): v.InferOutput<typeof ERROR> => v.parse(ERROR, JSON.parse(text))

/** The example of this message names one parameter, an answer another. */
const withoutName = (message: string): string => message.replace(/^(invalid parameter): .+$/s, '$1: …')
