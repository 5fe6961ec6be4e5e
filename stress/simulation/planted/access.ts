import type { Planted } from './fault.js'

const authentication = 'domain/merchants/authentication.ts'

/** Faults of authentication, and of the isolation of merchants. */
export const ACCESS_FAULTS: readonly Planted[] = [
  {
    name: 'the signature of a call is not checked',
    file: authentication,
    from: "if (!isSigned) throw new DomainError('invalid_signature')",
    to: '',
  },
  {
    name: 'a signature is valid for ever',
    file: authentication,
    from: "if (age > AUTHORIZATION_AGE_SECONDS) throw new DomainError('request_timestamp_too_old')",
    to: '',
  },
  {
    name: 'a revoked key stays valid',
    file: authentication,
    from: "if (key.revokedAt !== null) throw new DomainError('api_key_is_inactive')",
    to: '',
  },
  {
    name: 'a merchant reads the orders of others',
    file: 'domain/orders/orders.ts',
    from: 'const isOwn = order?.merchantId === merchantId && order.environment === environment',
    to: 'const isOwn = order?.environment === environment || order?.merchantId === merchantId',
  },
  {
    name: 'a merchant reads the payouts of others',
    file: 'domain/withdrawals/withdrawals.ts',
    from: 'const isOwn = withdrawal?.merchantId === scope.merchantId && withdrawal.environment === scope.environment',
    to: 'const isOwn = withdrawal?.environment === scope.environment',
  },
  {
    name: 'a list of orders has those of all merchants',
    file: 'storage/tables/orders/order-lists.ts',
    from: "['merchant_id = ? AND environment = ?', merchantId, environment]",
    to: "['(merchant_id = ? OR 1 = 1) AND environment = ?', merchantId, environment]",
  },
  {
    name: 'a payout goes to an address of the service',
    file: 'domain/withdrawals/withdrawal-opening.ts',
    from: 'if (parsed !== undefined && (await isDestination(tx, context, id, address))) return parsed',
    to: 'if (parsed !== undefined) return parsed',
  },
]
