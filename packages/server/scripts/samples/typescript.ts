import type { Call } from './call.js'
import { literal, SCRIPT } from './literal.js'

/** The SDK method of each operation. A sample of a list iterates it, which requests its pages. */
const METHODS: Readonly<Record<string, string>> = {
  createOrder: 'orders.create',
  listOrders: 'orders.list',
  createAppOrder: 'appOrders.create',
  getOrder: 'orders.get',
  streamOrderEvents: 'orders.stream',
  expireOrder: 'orders.expire',
  acceptOrder: 'orders.accept',
  createRefund: 'orders.refund',
  listRefunds: 'orders.listRefunds',
  listOrderDeliveries: 'orders.listDeliveries',
  registerMerchant: 'merchants.register',
  getCurrentMerchant: 'merchants.me',
  rotateWebhookSecret: 'merchants.rotateWebhookSecret',
  createDashboardLink: 'merchants.createDashboardLink',
  listApiKeys: 'apiKeys.list',
  createApiKey: 'apiKeys.create',
  revokeApiKey: 'apiKeys.revoke',
  createWebhook: 'webhooks.create',
  listWebhooks: 'webhooks.list',
  updateWebhook: 'webhooks.update',
  deleteWebhook: 'webhooks.delete',
  sendTestWebhook: 'webhooks.test',
  getWebhookDelivery: 'webhooks.getDelivery',
  listWebhookDeliveries: 'webhooks.listDeliveries',
  redeliverWebhookDelivery: 'webhooks.redeliver',
  listEvents: 'events.list',
  createWithdrawal: 'withdrawals.create',
  listWithdrawals: 'withdrawals.list',
  quoteWithdrawal: 'withdrawals.quote',
  createPaymentLink: 'paymentLinks.create',
  listPaymentLinks: 'paymentLinks.list',
  getPaymentLink: 'paymentLinks.get',
  closePaymentLink: 'paymentLinks.close',
  listPaymentLinkOrders: 'paymentLinks.listOrders',
  createWithdrawalDestination: 'withdrawals.destinations.create',
  listWithdrawalDestinations: 'withdrawals.destinations.list',
  deleteWithdrawalDestination: 'withdrawals.destinations.delete',
  getWithdrawal: 'withdrawals.get',
  cancelWithdrawal: 'withdrawals.cancel',
  getBalance: 'balance.get',
  getRate: 'rates.get',
  streamTestDeliveries: 'testHelpers.streamDeliveries',
  resendTestDelivery: 'testHelpers.resendDelivery',
  simulateOrder: 'testHelpers.simulateOrder',
}

/** The member of each stream message that the sample prints. */
const STREAMED: Readonly<Record<string, string>> = {
  streamOrderEvents: 'order',
  streamTestDeliveries: 'delivery',
}

/** Writes a program that uses the SDK. @throws Error for an operation without a known method */
export function typescriptSample(call: Call): string {
  const method = METHODS[call.operationId]
  if (method === undefined) throw new Error(`${call.operationId}: no SDK method is known for its sample`)
  return [
    `import { MerchantPay } from '@merchantpay/sdk'`,
    '',
    `// reads MERCHANTPAY_BASE_URL${call.isSigned ? ', _KEY_ID and _SECRET' : ''}`,
    'const mp = new MerchantPay()',
    ...(call.variables.length > 0
      ? [`const { ${call.variables.map((name) => `${name} = ''`).join(', ')} } = process.env`]
      : []),
    '',
    use(call, `mp.${method}(${argumentsOf(call).join(', ')})`),
  ].join('\n')
}

function use(call: Call, expression: string): string {
  const { operationId, isPaged } = call
  const streamed = STREAMED[operationId]
  if (streamed) return `for await (const { ${streamed} } of ${expression}) console.log(${streamed})`
  if (isPaged) return `for await (const row of ${expression}) console.log(row)`
  return `const answer = await ${expression}\nconsole.log(answer)`
}

function argumentsOf({ variables, query, body, idempotencyKey, isPaged }: Call): string[] {
  const fields =
    body &&
    Object.entries(body).filter(([name]) => idempotencyKey?.in !== 'body' || name !== idempotencyKey.name)
  return [
    ...variables,
    ...(Object.keys(query).length > 0 && !isPaged ? [literal(SCRIPT, query)] : []),
    ...(fields ? [literal(SCRIPT, Object.fromEntries(fields))] : []),
    ...(idempotencyKey ? [literal(SCRIPT, { idempotencyKey: idempotencyKey.value })] : []),
  ]
}
