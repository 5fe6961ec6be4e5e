import { serve } from '@hono/node-server'
import { MerchantPay } from '@merchantpay/sdk'
import { openDatabase } from './database.js'
import { createShop } from './shop.js'

const { DATABASE_FILE = 'shop.sqlite', PORT = '3000', WEBHOOK_SECRET } = process.env
const { PUBLIC_URL = `http://localhost:${PORT}` } = process.env
const WORK_EVERY_MS = 60_000
const DAY_MS = 86_400_000

const shop = createShop({
  mp: new MerchantPay(), // reads MERCHANTPAY_BASE_URL, MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET
  database: openDatabase(DATABASE_FILE),
  webhookSecret: WEBHOOK_SECRET,
  publicUrl: PUBLIC_URL,
})
const work = () => void shop.work().catch(console.error)
const server = serve({ fetch: shop.app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
  shop.lookForLaterPayments()
  work() // what an earlier process has left
  setInterval(work, WORK_EVERY_MS).unref()
  setInterval(shop.lookForLaterPayments, DAY_MS).unref()
})
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
