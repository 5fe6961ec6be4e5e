import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MerchantPay } from '@merchantpay/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProgram, TSX_MAIN, testReceiverProgram } from '../../../test-support/examples/program.js'
import { merchantEnvironment, startSandbox } from '../../../test-support/processes/sandbox-server.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))

testReceiverProgram(cwd, TSX_MAIN)

test('a delivery of the real server is reported once', async () => {
  const sandbox = await startSandbox()
  onTestFinished(sandbox.stop)
  const merchant = await merchantEnvironment(sandbox.url, 'express-receiver')
  const keyFile = join(sandbox.folder, 'key.pem')
  const certFile = join(sandbox.folder, 'cert.pem')
  await writeFile(keyFile, sandbox.certificate.key)
  await writeFile(certFile, sandbox.certificate.cert)
  const env = {
    WEBHOOK_SECRET: merchant.WEBHOOK_SECRET,
    DATABASE_FILE: join(sandbox.folder, 'webhooks.sqlite'),
    TLS_KEY_FILE: keyFile,
    TLS_CERT_FILE: certFile,
    PORT: '0',
  }
  const { url: webhook_url, printed } = await startProgram({ cwd, command: TSX_MAIN, env })

  const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = merchant
  const mp = new MerchantPay({ baseUrl: sandbox.url, keyId, secret })
  const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20', webhook_url })
  await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })

  const line = `fulfil ${order.order_number}: 25.00 USDT received`
  await vi.waitFor(() => expect(printed).toContain(line), { timeout: 60_000 })
  expect(printed.filter((one) => one === line)).toHaveLength(1)
}, 120_000)
