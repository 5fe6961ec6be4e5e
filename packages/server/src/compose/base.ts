import { masterKeyOf } from '../config/master-key.js'
import { MACHINE_TIME } from '../runtime/clock.js'
import { systemIds } from '../runtime/ids.js'
import { databaseChangedAt, exposedFiles, lockForServer } from '../storage/open.js'
import { requireWallets } from './chains.js'
import { openClocks } from './clocks.js'
import { openScreeners } from './screening.js'
import type { ServerOptions } from './server.js'

export type Base = Awaited<ReturnType<typeof openBase>>

/** Opens the parts of a server that need no database, and locks the database for it. */
export async function openBase({ config, log, time = MACHINE_TIME, ...options }: ServerOptions) {
  // Loaded only when they are configured, since loading adds to the start.
  const metrics =
    config.metricsPort === undefined ? undefined : new (await import('../observability/metrics.js')).Metrics()
  const { clock, movableClock } = openClocks({ config, time, given: options.clock, log, metrics })
  const ids = options.ids ?? systemIds(clock)
  requireWallets(config)
  const screeners = await openScreeners(config, log)
  const unlock = await (options.lockDatabase ?? lockForServer)(config.database)
  const exposed = exposedFiles(config.database)
  if (exposed.length > 0)
    log.warn(
      { files: exposed },
      'every user of this machine can open the database files: run chmod 600 on them',
    )
  const changedAt = (options.changedAt ?? databaseChangedAt)(config.database)
  const masterKey = masterKeyOf(config)
  return {
    ...{ metrics, time, clock, movableClock, ids, screeners, changedAt, masterKey, unlock },
    fetch: options.fetchFromNode,
    deriveAddresses: options.deriveAddresses,
  }
}
