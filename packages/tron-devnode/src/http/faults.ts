/** Faults on command: rules that make the node answer certain calls wrongly. */
import { isRecord, type Params } from '../api/params.js'

/** A fault replaces the answer, edits it, or breaks the connection. */
export type FaultKind =
  /** An HTTP status with a page of HTML. */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** `{"Error": text}` under HTTP 200. */
  | { kind: 'error'; text?: string }
  /** The bare text of a lite node. */
  | { kind: 'lite' }
  /** Any answer: a premature `[]` or `{}`, a broadcast code, another shape. */
  | { kind: 'body'; body: unknown; status?: number }
  /** A list without its last elements. */
  | { kind: 'shortList'; missing?: number }
  /** A transaction's info, or each of a list, as FAILED but with its logs. */
  | { kind: 'failedWithLogs' }
  /** Fields of the answer set by path, such as `0.receipt.result`; null removes a field. */
  | { kind: 'edit'; set: Record<string, unknown> }
  | { kind: 'slow'; ms: number }
  /** No answer; the connection stays open. */
  | { kind: 'hang' }
  | { kind: 'reset' }
  /** Half of the JSON with the content length of the whole, or, with `ends`, with that of the half. */
  | { kind: 'cut'; ends?: boolean }

export type FaultRule = FaultKind & {
  /** The call's path, such as `/wallet/getblock`, or `*`. */
  path: string
  /** Applies only to calls whose body has these fields, such as `{"num": 7}`. */
  where?: Params
  /** The first matching call that gets the fault, counted from 1. Default 1. */
  nth?: number
  /** How many calls get the fault; 0 for all. Default 1. */
  times?: number
  /** Whether the call runs before the fault hides its answer. Faults that edit the answer always run it. */
  late?: boolean
}

export interface Answer {
  status: number
  /** A string is sent as it is, any other value as JSON. */
  body: unknown
  headers?: Record<string, string>
  /** Set when the fault is one of the connection. */
  cut?: 'hang' | 'reset' | 'half' | 'half-ends'
}

interface CountedRule {
  rule: FaultRule
  seen: number
  used: number
}

const kinds = [
  'status',
  'error',
  'lite',
  'body',
  'shortList',
  'failedWithLogs',
  'edit',
  'slow',
  'hang',
  'reset',
  'cut',
]
const editing = ['shortList', 'failedWithLogs', 'edit', 'slow', 'cut']
const busy = 'class org.tron.core.exception.BadItemException : lack of computing resources'
/** A lite node's answer to calls for history: text, although its header says JSON. */
export const liteAnswer: Answer = {
  status: 200,
  body: 'this API is closed because this node is a lite fullnode',
}

export class Faults {
  private rules: CountedRule[] = []

  add(rule: FaultRule): void {
    this.rules.push({ rule, seen: 0, used: 0 })
  }

  clear(): void {
    this.rules = []
  }

  list(): (FaultRule & { seen: number; used: number })[] {
    return this.rules.map(({ rule, seen, used }) => ({ ...rule, seen, used }))
  }

  /** The fault of this call, if any. Every matching rule counts the call; the first rule that is due applies. */
  due(path: string, params: Params): FaultRule | undefined {
    let due: FaultRule | undefined
    for (const counted of this.rules) {
      const { rule } = counted
      if ((rule.path !== '*' && rule.path !== path) || !matches(params, rule.where)) continue
      counted.seen += 1
      const times = rule.times ?? 1
      if (due !== undefined || counted.seen < (rule.nth ?? 1) || (times > 0 && counted.used >= times))
        continue
      counted.used += 1
      due = rule
    }
    return due
  }
}

const matches = (params: Params, where: Params = {}): boolean =>
  Object.entries(where).every(([name, value]) => JSON.stringify(params[name]) === JSON.stringify(value))

export const isFaultRule = (rule: unknown): rule is FaultRule =>
  isRecord(rule) && typeof rule.path === 'string' && kinds.includes(String(rule.kind))

/** Whether the call runs before the fault applies. */
export const letsCallRun = (rule: FaultRule): boolean => rule.late === true || editing.includes(rule.kind)

/** Applies a fault. `own` is the call's answer, if the call ran. */
export async function faulty(rule: FaultRule, own: Answer | undefined): Promise<Answer> {
  const answer = own ?? { status: 200, body: {} }
  switch (rule.kind) {
    case 'status':
      return statusPage(rule.status, rule.retryAfter)
    case 'error':
      return { status: 200, body: { Error: rule.text ?? busy } }
    case 'lite':
      return liteAnswer
    case 'body':
      return { status: rule.status ?? 200, body: rule.body }
    case 'shortList':
      return { ...answer, body: shortened(answer.body, rule.missing ?? 1) }
    case 'failedWithLogs':
      return { ...answer, body: failed(answer.body) }
    case 'edit':
      return { ...answer, body: edited(answer.body, rule.set) }
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, rule.ms))
      return answer
    case 'hang':
    case 'reset':
      return { ...answer, cut: rule.kind }
    case 'cut':
      return { ...answer, cut: rule.ends === true ? 'half-ends' : 'half' }
  }
}

const statusPage = (status: number, retryAfter: number | undefined): Answer => ({
  status,
  body: `<html><body><h1>${status}</h1></body></html>`,
  headers: {
    'content-type': 'text/html',
    ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
  },
})

const shortened = (body: unknown, missing: number): unknown =>
  Array.isArray(body) ? body.slice(0, Math.max(0, body.length - missing)) : body

function failed(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(failed)
  if (!isRecord(body) || !isRecord(body.receipt)) return body
  return { ...body, receipt: { ...body.receipt, result: 'OUT_OF_TIME' }, result: 'FAILED' }
}

function edited(body: unknown, set: Record<string, unknown>): unknown {
  const copy: unknown = structuredClone(body)
  for (const [path, value] of Object.entries(set)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let target: unknown = copy
    for (const name of names) target = (target as Params | undefined)?.[name]
    if (typeof target !== 'object' || target === null) continue
    if (value === null) delete (target as Params)[last]
    else (target as Params)[last] = value
  }
  return copy
}
