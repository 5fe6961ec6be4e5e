import { type Logger, pino } from 'pino'
import { startServer } from '../../app.js'
import { deriveInThread } from '../../compose/derive-in-thread.js'
import { proveInThread } from '../../compose/ledger-proof.js'
import type { ServerOptions } from '../../compose/server.js'
import { readConfig, skippedVariables } from '../../config/config.js'
import { LogDestination, standardOutput } from '../../observability/log-destination.js'
import { rewriteInThread } from '../../runtime/png-in-thread.js'
import { type DatabaseLocation, findToolFault } from '../../storage/open.js'

/** EX_SOFTWARE of sysexits.h. */
const EXIT_BUG = 70
/** EX_TEMPFAIL of sysexits.h: start again with the newer version. */
const EXIT_OUTDATED = 75
/** How long the process waits at its end for the last log lines to be written. */
const LAST_LINES_MS = 1_000

/**
 * Runs the server until SIGTERM or SIGINT, or until a newer version migrates its database so that it cannot go on. A second
 * signal ends the process at once.
 */
export async function serve(options: Pick<ServerOptions, 'openStore'> = {}): Promise<number> {
  const config = readConfig()
  const destination = new LogDestination(standardOutput(), (lines) =>
    log.warn({ lines }, 'lines were dropped: the log could not be written'),
  )
  const log = pino({ level: config.logLevel }, destination)
  const skipped = skippedVariables()
  if (skipped.length > 0)
    log.info({ names: skipped }, 'variables of Kubernetes Services are no settings and were skipped')
  // After an unhandled error the state in memory is unknown. The stored state is consistent: a restart begins from it.
  process.once('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'ended by a bug')
    process.exit(EXIT_BUG)
  })
  let reportOutdated: (error: Error) => void = () => undefined
  const outdated = new Promise<Error>((resolve) => {
    reportOutdated = resolve
  })
  try {
    const server = await startServer({
      proveLedger: proveInThread,
      rewritePng: rewriteInThread,
      deriveAddresses: deriveInThread,
      ...options,
      config,
      log,
      droppedLogLines: () => destination.droppedTotal,
      onNewerDatabase: reportOutdated,
    })
    // Not awaited: the machine that serves need not be the one that makes backups.
    void reportToolFault(config.database, log)
    const cause = await Promise.race([firstSignal(), outdated])
    const isOutdated = cause instanceof Error
    if (isOutdated) log.error({ err: cause }, 'stopping: a newer version has migrated the database')
    else log.info({ signal: cause }, 'stopping')
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
    await server.stop()
    log.info('stopped')
    return isOutdated ? EXIT_OUTDATED : 0
  } finally {
    // Log lines that cannot be written would keep the process alive. The timer is unref'd, so it does not.
    setTimeout(() => process.exit(), LAST_LINES_MS).unref()
  }
}

/** Logs why `backup` cannot run on this machine. The workers report a database that is lost meanwhile. */
async function reportToolFault(database: DatabaseLocation, log: Logger): Promise<void> {
  const fault = await findToolFault(database).catch(() => undefined)
  if (fault === undefined) return
  const level = fault.isInstalled ? 'warn' : 'info'
  log[level]({ reason: fault.message }, 'this machine cannot back the database up')
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}
