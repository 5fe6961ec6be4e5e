import { changeMerchantStatus } from '../../../src/domain/merchants/merchants.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { changeBeside, MANDATE } from './operator-change.js'

/** Activates or suspends a merchant beside a running server, as `merchantpay-server merchants` does. */
export async function setMerchantStatus(
  beside: { readonly database: DatabaseLocation },
  merchantId: string,
  status: 'ACTIVE' | 'SUSPENDED',
): Promise<void> {
  await changeBeside(beside, (tx, context) =>
    changeMerchantStatus(tx, context, { id: merchantId, status }, MANDATE),
  )
}
