import { readFileSync } from 'node:fs'
import { hasAllRoles } from './process-settings.js'
import { isReachedPrivately } from './public-url.js'
import { chainFaults, servesNodes } from './served-networks.js'
import { serviceLinksIn, withoutServiceLinks } from './service-links.js'
import { numberedSettings, type Setting } from './setting-values.js'
import { type Config, SETTINGS } from './settings.js'

/** The SDK's variables are accepted, because client and server may share one environment. */
const CLIENT_VARIABLES = new Set(['MERCHANTPAY_BASE_URL', 'MERCHANTPAY_KEY_ID', 'MERCHANTPAY_SECRET'])

/** Parts of setting names that have changed, with what replaced them. */
const RENAMED = [
  [/_(?:RPC|NODE)_URLS(_FILE)?$/, '_NODE_1_URL$1'],
  [/_TRC20_API_KEY(_FILE)?$/, '_TRC20_NODE_1_KEY$1'],
  [/_TRC20_(?:RPC_CALLS_PER_DAY|DAILY_CALLS)$/, '_TRC20_NODE_1_CALLS_PER_DAY'],
  [/_TRC20_CALLS_PER_SECOND$/, '_TRC20_NODE_1_CALLS_PER_SECOND'],
  [/_MAX_FEE_TRX$/, '_FEE_LIMIT_TRX'],
  [/_SCREENING_DENY_FILE$/, '_SCREENING_DENYLIST_FILE'],
] as const

/** Every setting under each of its names. */
const ALL_SETTINGS: readonly Setting<unknown>[] = Object.values(SETTINGS).flatMap((setting) =>
  numberedSettings<unknown>(setting),
)

const QUOTED = /^(["']).*\1$/s
/** A setting that is no secret may be a list of words in single quotes, such as `'none'`. */
const DOUBLE_QUOTED = /^".*"$/s

/** The settings are invalid; `faults` names every fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'))
  }
}

/** Reads all settings at once. @throws ConfigError that names every fault */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const env = withoutServiceLinks(variables)
  const faults = unknownNames(env)
  const values: Record<string, unknown> = {}
  for (const [field, setting] of Object.entries(SETTINGS)) {
    try {
      values[field] = readField(env, setting)
    } catch (error) {
      faults.push(`${error instanceof Error ? error.message : error}`)
    }
  }
  const config = values as Config // every field of the table was read above
  if (faults.length === 0) faults.push(...conflicts(config))
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze({ ...config, database: databaseOf(config) })
}

/** Every connection to a file must know that another program checkpoints it, and a pool its size. A standby belongs to its database. */
function databaseOf(config: Config): Config['database'] {
  const { database, databaseRead: readUrl, isSqliteReplicated } = config
  const pool = { readers: config.databaseReaders, writers: config.databaseWriters }
  if (database.engine === 'postgres') return { ...database, pool, ...(readUrl !== undefined && { readUrl }) }
  return isSqliteReplicated ? { ...database, isReplicated: true } : database
}

/** Names the variables of Services, which {@link readConfig} skips. */
export const skippedVariables = (variables: NodeJS.ProcessEnv = process.env): string[] =>
  serviceLinksIn(variables)

/** Returns every setting that has a value, in its written form, with secrets masked. */
export function writtenSettings(
  variables: NodeJS.ProcessEnv = process.env,
): { name: string; value: string }[] {
  const env = withoutServiceLinks(variables)
  return ALL_SETTINGS.flatMap((setting) => {
    const { name, isSecret } = setting
    const written = env[name]?.trim() || (isSecret ? env[`${name}_FILE`] : undefined) || setting.default
    const isMasked = isSecret && written !== setting.default
    return written === undefined ? [] : [{ name, value: isMasked ? '********' : written }]
  })
}

const readField = (env: NodeJS.ProcessEnv, setting: Setting<unknown>): unknown =>
  setting.isNumbered
    ? numberedSettings(setting).map((each) => readSetting(env, each))
    : readSetting(env, setting)

/** @throws Error that names the setting */
function readSetting(env: NodeJS.ProcessEnv, setting: Setting<unknown>): unknown {
  try {
    return parseSetting(env, setting)
  } catch (error) {
    throw new Error(`${setting.name}: ${error instanceof Error ? error.message : error}`)
  }
}

function parseSetting(env: NodeJS.ProcessEnv, setting: Setting<unknown>): unknown {
  const file = setting.isSecret ? env[`${setting.name}_FILE`]?.trim() : undefined
  // Secret files and many ways to set a variable add a newline; no setting begins or ends with a space.
  const input = (file === undefined ? env[setting.name] : readFileSync(file, 'utf8'))?.trim()
  const written = input === undefined || input === '' ? setting.default : input
  if (written === undefined) return undefined
  if ((setting.isSecret ? QUOTED : DOUBLE_QUOTED).test(written))
    throw new Error('in quotation marks, which docker run --env-file keeps: remove them')
  return setting.parse(written)
}

function conflicts(config: Config): string[] {
  const faults: string[] = []
  if (config.registration === 'token' && config.registrationToken === undefined) {
    faults.push('MERCHANTPAY_REGISTRATION_TOKEN: required while MERCHANTPAY_REGISTRATION is token')
  }
  if (config.publicUrl === undefined && ['0.0.0.0', '::'].includes(config.host)) {
    faults.push(
      'MERCHANTPAY_PUBLIC_URL: required while MERCHANTPAY_HOST is an address that browsers cannot open',
    )
  }
  if (config.database.engine === 'postgres' && config.masterKey === undefined) {
    faults.push('MERCHANTPAY_MASTER_KEY: required while MERCHANTPAY_DATABASE_URL is PostgreSQL')
  }
  if (config.database.engine === 'sqlite' && config.databaseRead !== undefined) {
    faults.push('MERCHANTPAY_DATABASE_READ_URL: only for PostgreSQL, since a SQLite file has no standby')
  }
  if (config.database.engine === 'sqlite' && !hasAllRoles(config.roles)) {
    faults.push(
      'MERCHANTPAY_ROLES: a SQLite file has one server, which needs all roles; PostgreSQL can have several',
    )
  }
  if (config.hasSingleOperator && config.approvalByTwoAbove !== undefined) {
    faults.push(
      'MERCHANTPAY_APPROVAL_BY_TWO_ABOVE: needs two operators, and MERCHANTPAY_SINGLE_OPERATOR says that there is one',
    )
  }
  if (config.isConsoleServed && !isReachedPrivately(config)) {
    faults.push(
      'MERCHANTPAY_CONSOLE: needs an https MERCHANTPAY_PUBLIC_URL, or a loopback address: sessions would cross the network in clear text',
    )
  }
  if (config.isClockMovable && (config.database.engine !== 'sqlite' || servesNodes(config))) {
    faults.push(
      'MERCHANTPAY_MOVABLE_CLOCK: only for one SQLite file whose networks are off or sandboxes, since business time would leave that of the chains',
    )
  }
  if ((config.alertUrl === undefined) !== (config.alertSecret === undefined)) {
    faults.push('MERCHANTPAY_ALERT_URL and MERCHANTPAY_ALERT_SECRET: set both or neither')
  }
  if ((config.smtpServer === undefined) !== (config.mailFrom === undefined)) {
    faults.push('MERCHANTPAY_SMTP_URL and MERCHANTPAY_MAIL_FROM: set both or neither')
  }
  if (config.alertMail.length > 0 && config.smtpServer === undefined) {
    faults.push('MERCHANTPAY_ALERT_MAIL: needs MERCHANTPAY_SMTP_URL')
  }
  if (config.appAmountMin > config.appAmountMax) {
    faults.push('MERCHANTPAY_APP_AMOUNT_MIN: above MERCHANTPAY_APP_AMOUNT_MAX')
  }
  return [...faults, ...chainFaults(config)]
}

function unknownNames(env: NodeJS.ProcessEnv): string[] {
  const known = ALL_SETTINGS.flatMap((setting) =>
    setting.isSecret ? [setting.name, `${setting.name}_FILE`] : [setting.name],
  )
  const set = Object.keys(env).filter(
    (name) => name.startsWith('MERCHANTPAY_') && !CLIENT_VARIABLES.has(name),
  )
  return set.filter((name) => !known.includes(name)).map((name) => unknownFault(name, known))
}

function unknownFault(name: string, known: readonly string[]): string {
  const renamed = RENAMED.reduce((text, [from, to]) => text.replace(from, to), name)
  return renamed === name
    ? `${name}: unknown setting; did you mean ${nearest(name, known)}?`
    : `${name}: renamed to ${renamed}${renamed.includes('_NODE_1_') ? ', and _NODE_2_ for a second node' : ''}`
}

function nearest(name: string, known: readonly string[]): string {
  const ranked = known.map((other) => ({ other, distance: editDistance(name, other) }))
  return ranked.reduce((best, next) => (next.distance < best.distance ? next : best)).other
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, charA] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, charB] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (charA === charB ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
