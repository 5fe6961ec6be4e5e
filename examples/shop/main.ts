import { serve } from '@hono/node-server'
import { MerchantPay } from '@merchantpay/sdk'
import { openDatabase } from './database.js'
import { createShop } from './shop.js'

const { DATABASE_FILE = 'shop.sqlite', PORT = '3000', WEBHOOK_SECRET } = process.env
const { PUBLIC_URL = `http://localhost:${PORT}` } = process.env
const WORK_EVERY_MS = 60_000
const CATCH_UP_EVERY_MS = 3_600_000

const shop = createShop({
  mp: new MerchantPay(), // reads MERCHANTPAY_BASE_URL, MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET
  database: openDatabase(DATABASE_FILE),
  webhookSecret: WEBHOOK_SECRET,
  publicUrl: PUBLIC_URL,
})
const run = (part: () => Promise<void>) => () => void part().catch(console.error)
const catchUp = run(shop.catchUp)
const server = serve({ fetch: shop.app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
  catchUp() // also with what an earlier process has left
  setInterval(run(shop.work), WORK_EVERY_MS).unref()
  setInterval(catchUp, CATCH_UP_EVERY_MS).unref()
})
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
