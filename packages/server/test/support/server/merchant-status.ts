import { changeMerchantStatus } from '../../../src/domain/merchants/merchants.js'
import { systemClock } from '../../../src/runtime/clock.js'
import { systemIds } from '../../../src/runtime/ids.js'
import { type DatabaseLocation, openStore } from '../../../src/storage/open.js'
import { contextAt } from '../domain/context.js'

/**
 * Activates or suspends a merchant beside a running server, as `merchantpay-server merchants` does, through a connection
 * of its own. It runs in this process: starting the command takes longer than most tests.
 */
export async function setMerchantStatus(
  { database }: { readonly database: DatabaseLocation },
  merchantId: string,
  status: 'ACTIVE' | 'SUSPENDED',
): Promise<void> {
  const silent = () => undefined
  const store = await openStore({ database, now: systemClock.real(), onCommit: silent, onDamage: silent })
  try {
    const mandate = { actor: 'operator', reason: null }
    const context = { ...contextAt(systemClock), ids: systemIds(systemClock) }
    await store.write((tx) => changeMerchantStatus(tx, context, { id: merchantId, status }, mandate))
  } finally {
    await store.close()
  }
}
