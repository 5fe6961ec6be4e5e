import type { MerchantCode } from '../domain/ledger/account.js'
import type { ApiKey, CreatedApiKey } from '../domain/merchants/api-key.js'
import type { DashboardLink } from '../domain/merchants/dashboard-links.js'
import { type Merchant, merchantEnvironment } from '../domain/merchants/merchant.js'
import {
  type AppOrder,
  acceptanceFields,
  amountText,
  differenceText,
  linkOf,
  type OnChainOrder,
  type Order,
  priceFields,
} from '../domain/orders/order.js'
import type { PaidApp } from '../domain/payments/app-payments.js'
import { givenPrice } from '../domain/rates/price.js'
import { signInUrl } from '../domain/sessions/session.js'
import { isoOrNull, isoTime } from '../domain/shared/iso-time.js'
import { add, formatRate, formatScaled, formatUsdt, type Usdt } from '../domain/shared/money.js'
import type { Policy } from '../domain/shared/policy.js'
import type { Destination } from '../domain/withdrawals/destination.js'
import { type Refund, refundIds, type Withdrawal } from '../domain/withdrawals/withdrawal.js'
import type { Quote } from '../domain/withdrawals/withdrawal-quotes.js'
import type { components } from '../generated/contract.gen.js'
import type { components as OperatorComponents } from '../generated/operator.gen.js'

type Schemas = components['schemas']

/** Makes the JSON of the contract from domain objects. */
export class Presenter {
  constructor(
    private readonly publicUrl: () => string,
    private readonly policy: Policy,
  ) {}

  order(order: Order): Schemas['Order'] {
    return order.kind === 'on-chain' ? this.onChainOrder(order) : this.appOrder(order)
  }

  onChainOrder(order: OnChainOrder): Schemas['OnChainOrder'] {
    return {
      id: order.id,
      ...commonOf(order),
      merchant_id: order.merchantId,
      order_amount: formatUsdt(order.amount),
      ...differenceText(order),
      ...acceptanceFields(order),
      ...priceFields(order),
      network: order.network,
      payment_url: this.paymentUrl(order),
      payment_address: order.address.address,
      address_id: order.address.id,
      ...linkOf(order),
      tolerance_percent: formatRate(order.tolerance),
    }
  }

  appOrder(order: AppOrder): Schemas['AppOrder'] {
    return {
      id: order.id,
      ...commonOf(order),
      payment_rail: 'MP_INTERNAL',
      amount_mode: order.amountMode,
      amount: amountText(order),
      scale: order.scale,
      payment_uri: `${this.policy.appScheme}://${order.orderNumber}`,
    }
  }

  orderSummary(order: Order): Schemas['OrderSummary'] {
    return {
      id: order.id,
      order_number: order.orderNumber,
      status: order.status,
      order_amount: amountText(order),
      received_amount: formatUsdt(order.received),
      ...differenceText(order),
      ...(order.kind === 'on-chain' && order.price && { price: givenPrice(order.price) }),
      currency: 'USDT',
      ...(order.kind === 'on-chain' ? { network: order.network, payment_url: this.paymentUrl(order) } : {}),
      ...linkOf(order),
      paid_at: isoOrNull(order.paidAt),
      created_at: isoTime(order.createdAt),
      updated_at: isoTime(order.updatedAt),
    }
  }

  merchant(merchant: Merchant): Schemas['Merchant'] {
    return {
      id: merchant.id,
      platform_user_id: merchant.platformUserId,
      name: merchant.name,
      email: merchant.email,
      status: merchant.status,
      tier: merchant.tier,
      fee_rate: formatRate(this.policy.feeRates[merchant.tier]),
      environment: merchantEnvironment(merchant),
      created_at: isoTime(merchant.createdAt),
      updated_at: isoTime(merchant.updatedAt),
    }
  }

  dashboardLink({ token, environment, scopes, expiresAt }: DashboardLink): Schemas['DashboardLink'] {
    const url = signInUrl(this.publicUrl(), 'dashboard', token)
    return { url, environment, scopes: [...scopes], expires_at: isoTime(expiresAt) }
  }

  private paymentUrl(order: OnChainOrder): string {
    return `${this.publicUrl()}/pay/${order.checkoutToken}`
  }
}

export const presentApiKey = (key: ApiKey): Schemas['ApiKey'] => ({
  key_id: key.keyId,
  name: key.name,
  environment: key.environment,
  scopes: [...key.scopes],
  is_active: key.revokedAt === null,
  created_at: isoTime(key.createdAt),
  last_used_at: isoOrNull(key.lastUsedAt),
})

export const presentCreatedApiKey = ({ key, secret }: CreatedApiKey): Schemas['CreatedApiKey'] => ({
  key_id: key.keyId,
  secret,
  name: key.name,
  environment: key.environment,
  scopes: [...key.scopes],
  created_at: isoTime(key.createdAt),
})

export function presentWithdrawal(withdrawal: Withdrawal): Schemas['Withdrawal'] {
  return {
    id: withdrawal.id,
    withdrawal_number: withdrawal.withdrawalNumber,
    merchant_id: withdrawal.merchantId,
    ...refundIds(withdrawal),
    status: withdrawal.status,
    amount: formatUsdt(withdrawal.amount),
    fee: formatUsdt(withdrawal.fee),
    total_debit: formatUsdt(add(withdrawal.amount, withdrawal.fee)),
    currency: 'USDT',
    network: withdrawal.network,
    destination_address: withdrawal.destinationAddress,
    tx_hash: withdrawal.txHash,
    confirmations: withdrawal.confirmations,
    failure_code: withdrawal.failureCode,
    ...(withdrawal.description === null ? {} : { description: withdrawal.description }),
    metadata: JSON.parse(withdrawal.metadata) as Record<string, unknown>, // stored from an object
    environment: withdrawal.environment,
    created_at: isoTime(withdrawal.createdAt),
    updated_at: isoTime(withdrawal.updatedAt),
    completed_at: isoOrNull(withdrawal.completedAt),
  }
}

/** Presents a withdrawal that refunds an order. */
export const presentRefund = (refund: Refund): Schemas['Refund'] => ({
  ...presentWithdrawal(refund),
  order_id: refund.orderId,
  refund_id: refund.id,
})

export const presentDestination = (destination: Destination): Schemas['WithdrawalDestination'] => ({
  id: destination.id,
  label: destination.label,
  network: destination.network,
  address: destination.address,
  environment: destination.environment,
  created_at: isoTime(destination.createdAt),
  usable_at: isoTime(destination.usableAt),
})

export const presentAppPayment = ({
  payment,
  order,
}: PaidApp): OperatorComponents['schemas']['AppPayment'] => ({
  id: payment.id,
  order_id: order.id,
  order_number: order.orderNumber,
  order_status: order.status,
  status: payment.status,
  amount: formatScaled(payment.amount, order.scale),
  currency: 'USDT',
  payer_reference: payment.payerReference,
  remark: payment.remark,
  environment: payment.environment,
  created_at: isoTime(payment.createdAt),
  updated_at: isoTime(payment.updatedAt),
})

export const presentQuote = ({
  amount,
  fee,
  totalDebit,
  minimum,
  refundMinimum,
}: Quote): Schemas['WithdrawalQuote'] => ({
  amount: formatUsdt(amount),
  fee: formatUsdt(fee),
  total_debit: formatUsdt(totalDebit),
  minimum: formatUsdt(minimum),
  refund_minimum: formatUsdt(refundMinimum),
})

export const presentBalance = (balances: Record<MerchantCode, Usdt>): Schemas['Balance'] => ({
  currency: 'USDT',
  available: formatUsdt(balances.available),
  held: formatUsdt(balances.held),
  frozen: formatUsdt(balances.frozen),
})

/** Returns the header that marks a replayed call. */
export const replayHeader = (replayed: boolean): Record<string, string> =>
  replayed ? { 'Idempotent-Replayed': 'true' } : {}

function commonOf(order: Order) {
  return {
    order_number: order.orderNumber,
    status: order.status,
    received_amount: formatUsdt(order.received),
    credited_amount: formatUsdt(order.credited),
    currency: 'USDT' as const,
    ...(order.description === null ? {} : { description: order.description }),
    metadata: JSON.parse(order.metadata) as Record<string, unknown>, // stored from an object
    ...(order.returnUrl === null ? {} : { return_url: order.returnUrl }),
    ...(order.webhookUrl === null ? {} : { webhook_url: order.webhookUrl }),
    expire_at: isoTime(order.expireAt),
    paid_at: isoOrNull(order.paidAt),
    ...(order.frozenReason === null ? {} : { frozen_reason: order.frozenReason }),
    environment: order.environment,
    created_at: isoTime(order.createdAt),
    updated_at: isoTime(order.updatedAt),
  }
}
