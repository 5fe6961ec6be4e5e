import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
import Database from 'better-sqlite3'
import { createApp } from './app.js'

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

function main(): void {
  const key = readFileSync(setting('TLS_KEY_FILE'))
  const cert = readFileSync(setting('TLS_CERT_FILE'))
  const dedupe = sqliteDedupe(new Database(setting('DATABASE_FILE')))
  const app = createApp(setting('WEBHOOK_SECRET'), dedupe, console.log)
  const server = createServer({ key, cert }, app)
  server.listen(Number(process.env.PORT ?? 8443), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo // it listens on TCP
    console.log(`listening on https://127.0.0.1:${port}/webhooks`)
  })
}

main()
