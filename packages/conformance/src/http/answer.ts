/** A complete answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Reads a whole answer. */
export async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Compares two values as JSON, which ignores the order of members. @throws Error with both */
export function requireEqual(got: unknown, expected: unknown, what: string): void {
  const [left, right] = [canonical(got), canonical(expected)]
  if (left !== right) throw new Error(`${what}: expected ${right}, got ${left}`)
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** @throws Error unless the statement is true */
export function requireThat(isTrue: boolean, expected: string): void {
  if (!isTrue) throw new Error(`expected ${expected}`)
}

/**
 * Compares a refusal with its row, byte for byte. The only members beside `error` are `param`, `detail` and
 * `read_from`, in this order.
 *
 * @param row status and message, for example `400 invalid amount`
 * @throws Error with the actual answer
 */
export function requireRefusal(answer: Answer, row: string, what: string): void {
  const [status = '', ...words] = row.split(' ')
  const body = JSON.stringify({ error: words.join(' '), ...detailsOf(answer) })
  const { headers } = answer
  requireEqual(`${answer.status} ${answer.text}`, `${status} ${body}`, what)
  requireJson(answer, what)
  if (answer.status !== 429) return
  requireThat(/^[1-9][0-9]*$/.test(headers.get('retry-after') ?? ''), `${what}: whole seconds in Retry-After`)
}

/** The members of a refusal that explain it. */
interface Details {
  readonly param?: string | undefined
  readonly detail?: string | undefined
  readonly read_from?: string | undefined
}

/** Compares the details of a refusal. @throws Error with the actual ones */
export function requireDetails(answer: Answer, details: Details, what: string): void {
  requireEqual(detailsOf(answer), details, `the details of ${what}`)
}

/** Reads the details of a refusal; none where they are no texts. */
function detailsOf({ text }: Answer): Details {
  try {
    const { param, detail, read_from } = JSON.parse(text) as Record<string, unknown> // a body that is no object has no members
    return {
      ...(isText(param) && { param }),
      ...(isText(detail) && { detail }),
      ...(isText(read_from) && { read_from }),
    }
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @throws Error unless an answer has the JSON content type and a request id */
export function requireJson({ headers }: Answer, what: string): void {
  requireEqual(headers.get('content-type'), JSON_TYPE, `${what}: content type`)
  requireThat((headers.get('x-request-id') ?? '') !== '', `${what}: an X-Request-Id`)
}
