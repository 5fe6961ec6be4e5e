import type { OperationId } from '@merchantpay/sdk'
import {
  vAcceptOrderResponse,
  vCancelWithdrawalResponse,
  vClosePaymentLinkResponse,
  vCreateApiKeyResponse,
  vCreateAppOrderResponse,
  vCreateDashboardLinkResponse,
  vCreateOrderResponse,
  vCreatePaymentLinkResponse,
  vCreateRefundResponse,
  vCreateWebhookResponse,
  vCreateWithdrawalDestinationResponse,
  vCreateWithdrawalResponse,
  vDeleteWebhookResponse,
  vDeleteWithdrawalDestinationResponse,
  vExpireOrderResponse,
  vGetBalanceResponse,
  vGetCurrentMerchantResponse,
  vGetOrderResponse,
  vGetPaymentLinkResponse,
  vGetRateResponse,
  vGetWebhookDeliveryResponse,
  vGetWithdrawalResponse,
  vListApiKeysResponse,
  vListEventsResponse,
  vListOrderDeliveriesResponse,
  vListOrdersResponse,
  vListPaymentLinkOrdersResponse,
  vListPaymentLinksResponse,
  vListRefundsResponse,
  vListWebhookDeliveriesResponse,
  vListWebhooksResponse,
  vListWithdrawalDestinationsResponse,
  vListWithdrawalsResponse,
  vQuoteWithdrawalResponse,
  vRedeliverWebhookDeliveryResponse,
  vRegisterMerchantResponse,
  vResendTestDeliveryResponse,
  vRevokeApiKeyResponse,
  vRotateWebhookSecretResponse,
  vSendTestWebhookResponse,
  vSimulateOrderResponse,
  vStreamOrderEventsResponse,
  vStreamTestDeliveriesResponse,
  vUpdateWebhookResponse,
} from '@merchantpay/sdk/schemas'
import * as v from 'valibot'
import { type Answer, requireEqual, requireJson } from './answer.js'

/** The schema of each operation's success; of one message for an operation that streams. */
const REPLIES = {
  cancelWithdrawal: vCancelWithdrawalResponse,
  createApiKey: vCreateApiKeyResponse,
  createAppOrder: vCreateAppOrderResponse,
  createDashboardLink: vCreateDashboardLinkResponse,
  closePaymentLink: vClosePaymentLinkResponse,
  createOrder: vCreateOrderResponse,
  createPaymentLink: vCreatePaymentLinkResponse,
  createRefund: vCreateRefundResponse,
  createWebhook: vCreateWebhookResponse,
  createWithdrawal: vCreateWithdrawalResponse,
  createWithdrawalDestination: vCreateWithdrawalDestinationResponse,
  deleteWebhook: vDeleteWebhookResponse,
  deleteWithdrawalDestination: vDeleteWithdrawalDestinationResponse,
  acceptOrder: vAcceptOrderResponse,
  expireOrder: vExpireOrderResponse,
  getBalance: vGetBalanceResponse,
  getCurrentMerchant: vGetCurrentMerchantResponse,
  getOrder: vGetOrderResponse,
  getRate: vGetRateResponse,
  getPaymentLink: vGetPaymentLinkResponse,
  getWithdrawal: vGetWithdrawalResponse,
  listApiKeys: vListApiKeysResponse,
  listEvents: vListEventsResponse,
  listOrderDeliveries: vListOrderDeliveriesResponse,
  listOrders: vListOrdersResponse,
  listPaymentLinkOrders: vListPaymentLinkOrdersResponse,
  listPaymentLinks: vListPaymentLinksResponse,
  listRefunds: vListRefundsResponse,
  listWebhookDeliveries: vListWebhookDeliveriesResponse,
  listWebhooks: vListWebhooksResponse,
  listWithdrawalDestinations: vListWithdrawalDestinationsResponse,
  listWithdrawals: vListWithdrawalsResponse,
  getWebhookDelivery: vGetWebhookDeliveryResponse,
  quoteWithdrawal: vQuoteWithdrawalResponse,
  redeliverWebhookDelivery: vRedeliverWebhookDeliveryResponse,
  registerMerchant: vRegisterMerchantResponse,
  revokeApiKey: vRevokeApiKeyResponse,
  rotateWebhookSecret: vRotateWebhookSecretResponse,
  sendTestWebhook: vSendTestWebhookResponse,
  resendTestDelivery: vResendTestDeliveryResponse,
  simulateOrder: vSimulateOrderResponse,
  streamOrderEvents: vStreamOrderEventsResponse,
  streamTestDeliveries: vStreamTestDeliveriesResponse,
  updateWebhook: vUpdateWebhookResponse,
} as const satisfies Record<OperationId, v.GenericSchema>

/** The operations that answer with an event stream. */
export type StreamOperationId = 'streamOrderEvents' | 'streamTestDeliveries'

/** The operations that answer with one JSON document. */
export type JsonOperationId = Exclude<OperationId, StreamOperationId>

/** The success of an operation. */
export type Reply<Id extends OperationId> = v.InferOutput<(typeof REPLIES)[Id]>

const CREATES: ReadonlySet<OperationId> = new Set([
  'createApiKey',
  'createAppOrder',
  'createDashboardLink',
  'createOrder',
  'createPaymentLink',
  'createRefund',
  'createWebhook',
  'createWithdrawal',
  'createWithdrawalDestination',
  'redeliverWebhookDelivery',
  'registerMerchant',
  'resendTestDelivery',
  'rotateWebhookSecret',
  'sendTestWebhook',
] satisfies OperationId[])

/** Reads a success and validates it against the contract. @throws Error with every difference */
export function readReply<Id extends JsonOperationId>(id: Id, answer: Answer): Reply<Id> {
  requireEqual(answer.status, CREATES.has(id) ? 201 : 200, `status of ${id} (${answer.text})`)
  requireJson(answer, id)
  return readAs(id, answer.text)
}

/** Validates JSON against the schema of an operation's success. @throws Error with every field that differs */
export function readAs<Id extends OperationId>(id: Id, text: string): Reply<Id> {
  const schema: v.GenericSchema = REPLIES[id]
  return readSchema(schema as v.GenericSchema<unknown, Reply<Id>>, text, id) // Reply is its output
}

/** Validates JSON against a schema. @throws Error with every field that differs */
export function readSchema<Output>(
  schema: v.GenericSchema<unknown, Output>,
  text: string,
  what: string,
): Output {
  const result = v.safeParse(schema, JSON.parse(text))
  if (result.success) return result.output
  throw new Error(`${what} breaks the contract: ${issuesOf(result.issues).join('; ')}\n${text}`)
}

function issuesOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  return issues.flatMap((issue) => [
    `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`,
    ...(issue.issues ? issuesOf(issue.issues) : []),
  ])
}
