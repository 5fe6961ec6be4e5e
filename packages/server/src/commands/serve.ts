import { pino } from 'pino'
import { type ServerOptions, startServer } from '../app.js'
import { readConfig } from '../config.js'

/** Runs the server until SIGTERM or SIGINT. A second signal ends the process at once. */
export async function serve(options: Pick<ServerOptions, 'openStore'> = {}): Promise<number> {
  const config = readConfig()
  const log = pino({ level: config.logLevel })
  const server = await startServer({ ...options, config, log })
  const signal = await firstSignal()
  log.info({ signal }, 'stopping')
  process.once('SIGTERM', () => process.exit(1))
  process.once('SIGINT', () => process.exit(1))
  await server.stop()
  log.info('stopped')
  return 0
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}
