import type { Logger } from 'pino'
import { Denylist } from '../chain/screening/denylist.js'
import { openScreening } from '../chain/screening/screening.js'
import { ConfigError } from '../config/config.js'
import { type Config, SETTINGS } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { Screening } from '../domain/screening/screening.js'

/** The screeners of payments besides the token contracts of the networks. */
export interface Screeners {
  readonly denylist: Denylist | undefined
  readonly hook: { readonly url: string; readonly secret: string } | undefined
}

/** Opens the configured screeners. @throws ConfigError when the denylist file cannot be used */
export async function openScreeners(
  { screeningDenylistFile: file, screeningUrl: url, screeningSecret: secret }: Config,
  log: Pick<Logger, 'warn'>,
): Promise<Screeners> {
  const warn = (reason: string) => log.warn({ file, reason }, 'the denylist file could not be read')
  return {
    denylist:
      file === undefined
        ? undefined
        : await withSetting(SETTINGS.screeningDenylistFile, () => Denylist.open(file, warn)),
    hook: url === undefined || secret === undefined ? undefined : { url, secret },
  }
}

export const screeningOf = (
  screeners: Screeners,
  { chain, clock }: Pick<Context, 'chain' | 'clock'>,
  log: Pick<Logger, 'warn'>,
): Screening =>
  openScreening({ ...screeners, chain, clock, warn: (details, message) => log.warn(details, message) })

async function withSetting<Value>(
  { name }: { name: string },
  open: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await open()
  } catch (error) {
    throw new ConfigError([`${name}: ${error instanceof Error ? error.message : error}`])
  }
}
