// Loaded by `node --import`: the process kills itself just before it leases its first delivery.
import { createRequire } from 'node:module'

const Database = createRequire(import.meta.url)('better-sqlite3')
const { prepare } = Database.prototype
Database.prototype.prepare = function (text) {
  if (text.startsWith('UPDATE webhook_deliveries SET claimed_by = ?')) process.kill(process.pid, 'SIGKILL')
  return prepare.call(this, text)
}
