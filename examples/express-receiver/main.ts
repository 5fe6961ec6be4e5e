import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
import Database from 'better-sqlite3'
import { createApp } from './app.js'

const { DATABASE_FILE = 'webhooks.sqlite', PORT, TLS_CERT_FILE, TLS_KEY_FILE, WEBHOOK_SECRET } = process.env

function main(): void {
  const app = createApp(WEBHOOK_SECRET, sqliteDedupe(new Database(DATABASE_FILE)), console.log)
  const tls = TLS_KEY_FILE && TLS_CERT_FILE ? { key: TLS_KEY_FILE, cert: TLS_CERT_FILE } : undefined
  const server = tls
    ? createTlsServer({ key: readFileSync(tls.key), cert: readFileSync(tls.cert) }, app)
    : createServer(app)
  const wanted = Number(PORT ?? (tls ? 8443 : 3000))
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${wanted} is taken: set PORT to another one.` : error)
    process.exitCode = 1
  })
  server.listen(wanted, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo // it listens on TCP
    console.log(`listening on http${tls ? 's' : ''}://127.0.0.1:${port}/webhooks`)
  })
}

main()
