import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Merchant } from '../../src/domain/merchants.js'
import { ZERO } from '../../src/domain/money.js'
import type { AppOrder } from '../../src/domain/orders.js'
import type { Committed, Store } from '../../src/domain/ports.js'
import { openStore } from '../../src/storage/open.js'
import { temporaryFolder } from './folder.js'
import { amount, rate, START } from './unit-context.js'

/** A migrated store on a file of its own, closed when the test ends. */
export function temporaryStore(onCommit: (committed: Committed) => void = () => undefined): {
  store: Store
  file: string
} {
  const file = join(temporaryFolder(), 'books.db')
  return { file, store: storeOn(file, onCommit) }
}

export function storeOn(file: string, onCommit: (committed: Committed) => void = () => undefined): Store {
  const store = openStore({ file, now: START, onCommit })
  onTestFinished(() => store.close())
  return store
}

/** A promise and the function that fulfils it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

export const merchant = (id: string): Merchant => ({
  id,
  platformUserId: `user of ${id}`,
  name: 'Shop',
  email: 'shop@example.com',
  status: 'PENDING_KYB',
  tier: 'BASIC',
  createdAt: START,
  updatedAt: START,
})

/** An open app-only order of 25.00 USDT. */
export const appOrder = (id: string, merchantId: string): AppOrder => ({
  kind: 'app',
  id,
  merchantId,
  environment: 'test',
  orderNumber: `ord_${id}`,
  status: 'OPEN',
  amountMode: 'FIXED',
  amount: amount('25.00'),
  scale: 2,
  amountMin: amount('0.01'),
  amountMax: amount('200000'),
  received: ZERO,
  confirmed: ZERO,
  credited: ZERO,
  feeRate: rate('0.01'),
  expireAt: START + 1_800_000,
  description: null,
  metadata: '{}',
  returnUrl: null,
  webhookUrl: null,
  remark: null,
  paidAt: null,
  createdAt: START,
  updatedAt: START,
  version: 1,
})
