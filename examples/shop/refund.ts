import { MerchantPay } from '@merchantpay/sdk'
import { openDatabase } from './database.js'
import { dueRefunds, payRefund } from './refunds.js'

const { DATABASE_FILE = 'shop.sqlite' } = process.env
const [orderId, address] = process.argv.slice(2)

const database = openDatabase(DATABASE_FILE)
if (orderId && address) {
  const mp = new MerchantPay() // with a key that may read and withdraw; the shop itself does not withdraw
  console.log(`refund ${await payRefund(mp, database, orderId, address)}`)
} else {
  for (const { order_id, amount, reason } of dueRefunds(database))
    console.log(`${order_id}  ${amount} USDT  ${reason}`)
}
