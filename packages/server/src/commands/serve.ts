import { pino } from 'pino'
import { type ServerOptions, startServer } from '../app.js'
import { proveInThread } from '../compose/ledger-proof.js'
import { readConfig } from '../config/config.js'
import { LogDestination, standardOutput } from '../observability/log-destination.js'

/** EX_SOFTWARE of sysexits.h. */
const EXIT_BUG = 70
/** How long the process waits at its end for the last log lines to be written. */
const LAST_LINES_MS = 1_000

/** Runs the server until SIGTERM or SIGINT. A second signal ends the process at once. */
export async function serve(options: Pick<ServerOptions, 'openStore'> = {}): Promise<number> {
  const config = readConfig()
  const destination = new LogDestination(standardOutput(), (lines) =>
    log.warn({ lines }, 'lines were dropped: the log could not be written'),
  )
  const log = pino({ level: config.logLevel }, destination)
  // After an unhandled error the state in memory is unknown. The stored state is consistent: a restart begins from it.
  process.once('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'ended by a bug')
    process.exit(EXIT_BUG)
  })
  try {
    const server = await startServer({
      proveLedger: proveInThread,
      ...options,
      config,
      log,
      droppedLogLines: () => destination.droppedTotal,
    })
    const signal = await firstSignal()
    log.info({ signal }, 'stopping')
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
    await server.stop()
    log.info('stopped')
    return 0
  } finally {
    // Log lines that cannot be written would keep the process alive. The timer is unref'd, so it does not.
    setTimeout(() => process.exit(), LAST_LINES_MS).unref()
  }
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}
