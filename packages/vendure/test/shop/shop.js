/**
 * A Vendure shop with one product and the plugin, on SQLite. When the file `die` exists, the shop removes it and kills itself as
 * soon as a payment is being entered: after the webhook has arrived, and before its transaction is committed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { MerchantPayPlugin } from '@merchantpay/vendure'
import {
  bootstrap,
  DefaultLogger,
  DefaultSchedulerPlugin,
  defaultPaymentProcess,
  LanguageCode,
  LogLevel,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
} from '@vendure/core'
import Database from 'better-sqlite3'

const { PORT, RETURN_URL, WEBHOOK_SECRET } = process.env
const isNew = !existsSync('shop.sqlite')

const dyingProcess = {
  onTransitionStart() {
    if (!existsSync('die')) return
    rmSync('die')
    process.kill(process.pid, 'SIGKILL')
  },
}

const app = await bootstrap(
  {
    apiOptions: {
      hostname: '127.0.0.1',
      port: Number(PORT),
      adminApiPath: 'admin-api',
      shopApiPath: 'shop-api',
    },
    authOptions: {
      tokenMethod: 'bearer',
      superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    },
    dbConnectionOptions: {
      type: 'better-sqlite3',
      driver: Database,
      database: 'shop.sqlite',
      synchronize: isNew,
    },
    logger: new DefaultLogger({ level: LogLevel.Warn }),
    paymentOptions: { process: [defaultPaymentProcess, dyingProcess] },
    schedulerOptions: { runTasksInWorkerOnly: false },
    plugins: [
      DefaultSchedulerPlugin.init({ manualTriggerCheckInterval: 500 }),
      MerchantPayPlugin.init({
        webhookSecret: WEBHOOK_SECRET,
        returnUrl: () => RETURN_URL,
      }),
    ],
  },
  {
    nestApplicationOptions: {
      httpsOptions: { cert: readFileSync('cert.pem'), key: readFileSync('key.pem') },
    },
  },
)

if (isNew) {
  await app.get(Populator).populateInitialData({
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Europe',
    countries: [{ name: 'Austria', code: 'AT', zone: 'Europe' }],
    taxRates: [{ name: 'None', percentage: 0 }],
    shippingMethods: [{ name: 'Letter', price: 0 }],
    paymentMethods: [{ name: 'USDT', handler: { code: 'merchantpay', arguments: [] } }],
    collections: [],
  })
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' })
  const translations = [{ languageCode: LanguageCode.en, name: 'Book', slug: 'book', description: 'A book' }]
  const product = await app.get(ProductService).create(ctx, { enabled: true, translations })
  await app
    .get(ProductVariantService)
    .create(ctx, [{ productId: product.id, sku: 'BOOK', price: 2500, stockOnHand: 1000, translations }])
}
console.log(`listening on https://127.0.0.1:${PORT}`)
