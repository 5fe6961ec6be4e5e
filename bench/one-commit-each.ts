// The server with a commit for each write, to see what sharing a commit gains: for the bench `create-order` only.
import { pino } from 'pino'
import { startServer } from '../packages/server/src/app.js'
import { readConfig } from '../packages/server/src/config.js'
import { openStore } from '../packages/server/src/storage/open.js'

const server = await startServer({
  config: readConfig(),
  log: pino(),
  openStore: (options) => openStore({ ...options, maxUnits: 1 }),
})
process.once('SIGTERM', () => void server.stop())
