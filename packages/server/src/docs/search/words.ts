/** Words of a question that say nothing about its subject. */
const EMPTY = new Set(
  'a about an and any are be can could do does for from get has have how i if in is it me much my need of on or our put should so that the their there they this to use was we what when where which why will with would you your'.split(
    ' ',
  ),
)

/** Words with one meaning in this reference. A query for one of them finds the others too, at a lower weight. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['live', 'production', 'prod', 'launch'],
  ['test', 'sandbox', 'staging', 'dev'],
  ['retry', 'repeat', 'again', 'resend', 'redeliver', 'redelivery', 'replay'],
  ['cancel', 'expire', 'abort', 'void', 'close', 'end'],
  ['partial', 'underpaid', 'underpay', 'underpayment', 'incomplete'],
  ['overpaid', 'overpay', 'overpayment', 'surplus', 'excess'],
  ['pagination', 'paginate', 'paging', 'page', 'list', 'cursor', 'offset'],
  ['version', 'compatibility', 'breaking', 'deprecated', 'deprecation'],
  ['changelog', 'release', 'history', 'changes'],
  ['verify', 'validate', 'check', 'authenticity'],
  ['signature', 'sign', 'hmac'],
  ['auth', 'authentication', 'authenticate', 'authorization', 'login'],
  ['withdraw', 'withdrawal', 'payout', 'cashout'],
  ['refund', 'chargeback', 'reimburse'],
  ['cost', 'fee', 'price', 'pricing', 'commission', 'charge'],
  ['duplicate', 'twice', 'double', 'dedupe'],
  ['late', 'delayed'],
  ['network', 'chain', 'blockchain', 'coin', 'currency', 'token'],
  ['confirmation', 'confirmed', 'confirm', 'finality'],
  ['time', 'long', 'duration', 'minutes'],
  ['limit', 'quota', 'throttle', 'throttling'],
  ['permission', 'scope', 'role'],
  ['leaked', 'leak', 'stolen', 'compromised', 'exposed'],
  ['rotate', 'renew', 'roll', 'replace'],
  ['secure', 'security', 'safe', 'safety'],
  ['whitelist', 'allowlist'],
  ['frontend', 'browser', 'client', 'javascript'],
  ['localhost', 'local', 'locally', 'machine'],
  ['minimum', 'smallest', 'least', 'min'],
  ['maximum', 'largest', 'most', 'max'],
  ['simulate', 'fake', 'mock', 'simulation'],
  ['idempotency', 'idempotent'],
  ['library', 'sdk', 'package', 'client'],
  ['node', 'nodejs', 'typescript', 'javascript'],
  ['cli', 'command', 'terminal', 'commandline'],
  ['openapi', 'swagger', 'postman', 'insomnia'],
  ['generate', 'generator', 'codegen'],
  ['poll', 'polling'],
  ['missing', 'arriving', 'arrive', 'lost', 'receive'],
  ['find', 'search', 'lookup', 'filter'],
  ['frozen', 'freeze', 'blocked', 'held'],
  ['checkout', 'payment_url'],
  ['code', 'message'],
  ['contact', 'support', 'help'],
]

/** Returns the words of a text in lower case, without punctuation: `createOrder` and `create_order` have two. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Brings the forms of a word together: `retries`, `retried` and `retrying` become `retry`. */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  const stem = word
    .replace(/(?<=\p{L}{2})ie[sd]$/u, 'y')
    .replace(/(?<=\p{L}{3})(?:ing|ed)$/u, '')
    .replace(/(?<=\p{L}{2}[^s])s$/u, '')
  return stem.length > 4 ? stem.replace(/e$/, '') : stem
}

/** Returns the stems of a query that say something; all of them where none does. */
export function subjectsOf(query: string): string[] {
  const words = wordsOf(query)
  const telling = words.filter((word) => !EMPTY.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))]
}

const ALIKE = new Map<string, ReadonlySet<string>>()
for (const group of SYNONYMS) {
  const stems = group.flatMap((word) => wordsOf(word).map(stemOf))
  for (const stem of stems) ALIKE.set(stem, new Set([...(ALIKE.get(stem) ?? []), ...stems]))
}

/** Returns the stems that mean the same as a stem. */
export const synonymsOf = (stem: string): string[] =>
  [...(ALIKE.get(stem) ?? [])].filter((other) => other !== stem)
