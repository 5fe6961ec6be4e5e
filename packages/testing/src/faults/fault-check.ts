import { MESSAGES } from '../generated/rules.gen.js'

/** Whether a value is valid; undefined stands for an absent member. */
type Check = (value: unknown) => boolean

const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const wholeFrom =
  (least: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const isText: Check = (value) => typeof value === 'string'
/** A header value on one line. */
const isHeader: Check = (value) => typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)
/** A status of a response that may have a body. */
const isStatus: Check = (value) =>
  wholeFrom(200)(value) && Number(value) <= 599 && !oneOf(204, 205, 304)(value)

const REFUSING = {
  retryAfter: optional((value) => typeof value === 'number' || isHeader(value)),
  commit: optional(oneOf(true, false)),
}

/** The members of each kind of fault, by the member that names it. `status` comes last: other kinds have one too. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  error: { error: (value) => isText(value) && Object.hasOwn(MESSAGES, String(value)), ...REFUSING },
  reset: { reset: oneOf('before', 'after') },
  stall: { stall: oneOf('head', 'body') },
  truncate: { truncate: oneOf(true) },
  redirect: { redirect: isHeader, status: optional(isStatus) },
  html: { html: isText, status: optional(isStatus) },
  skew: { skew: Number.isFinite },
  cutStreamAt: { cutStreamAt: wholeFrom(0), by: optional(oneOf('reset', 'close')) },
  chunk: { chunk: wholeFrom(1) },
  status: { status: isStatus, ...REFUSING },
}

const isCount: Check = (value) => value === Infinity || wholeFrom(1)(value)

/** @throws RangeError that names the invalid member of a fault */
export function requireValidFault(fault: object): void {
  const kind = Object.keys(KINDS).find((name) => name in fault)
  if (kind === undefined) throw new RangeError(`a fault is one of ${Object.keys(KINDS).join(', ')}`)
  const members: Readonly<Record<string, Check>> = { ...KINDS[kind], times: optional(isCount) }
  const given = Object.entries(fault).filter(([, value]) => value !== undefined)
  for (const [name, value] of [...given, [kind, Reflect.get(fault, kind)] as const]) {
    if (!members[name]?.(value)) throw new RangeError(`a ${kind} fault has no ${name} of ${String(value)}`)
  }
}
