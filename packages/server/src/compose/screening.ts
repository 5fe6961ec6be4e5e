import type { Logger } from 'pino'
import { Denylist } from '../chain/screening/denylist.js'
import { openScreening } from '../chain/screening/screening.js'
import { requireSigningSecret } from '../chain/screening/screening-hook.js'
import { ConfigError } from '../config/config.js'
import { type Config, SETTINGS } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { Screening } from '../domain/screening/screening.js'

/** What judges payments beside the tokens of the networks. */
export interface Judges {
  readonly denylist: Denylist | undefined
  readonly hook: { readonly url: string; readonly secret: string } | undefined
}

/** @throws ConfigError where the deny file or the secret cannot be used */
export async function openJudges(
  { screeningDenylistFile: file, screeningUrl: url, screeningSecret: secret }: Config,
  log: Pick<Logger, 'warn'>,
): Promise<Judges> {
  const warn = (reason: string) => log.warn({ file, reason }, 'deny file not read')
  const hook = url === undefined || secret === undefined ? undefined : { url, secret }
  return {
    denylist:
      file === undefined
        ? undefined
        : await blaming(SETTINGS.screeningDenylistFile, () => Denylist.open(file, warn)),
    hook: hook && (await blaming(SETTINGS.screeningSecret, () => requireSigningSecret(hook))),
  }
}

export const screeningOf = (
  judges: Judges,
  { chain, clock }: Pick<Context, 'chain' | 'clock'>,
  log: Pick<Logger, 'warn'>,
): Screening =>
  openScreening({ ...judges, chain, clock, warn: (details, message) => log.warn(details, message) })

async function blaming<Value>(
  { name }: { name: string },
  open: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await open()
  } catch (error) {
    throw new ConfigError([`${name}: ${error instanceof Error ? error.message : error}`])
  }
}
