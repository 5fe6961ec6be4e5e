import { ACCESS_FAULTS } from './planted/access.js'
import { CHAIN_FAULTS } from './planted/chains.js'
import { DATABASE_FAULTS } from './planted/databases.js'
import { EVENT_FAULTS } from './planted/events.js'
import type { Planted } from './planted/fault.js'
import { LINK_FAULTS } from './planted/links.js'
import { ORDER_FAULTS } from './planted/orders.js'
import { PAYMENT_FAULTS } from './planted/payments.js'
import { RATE_FAULTS } from './planted/rates.js'
import { RECOVERY_FAULTS } from './planted/recovery.js'
import { SERVER_FAULTS } from './planted/servers.js'
import { WEBHOOK_FAULTS } from './planted/webhooks.js'
import { WITHDRAWAL_FAULTS } from './planted/withdrawals.js'

/** Every fault that simulated lives must find, each alone. */
export const PLANTED: readonly Planted[] = [
  ...ORDER_FAULTS,
  ...LINK_FAULTS,
  ...RATE_FAULTS,
  ...EVENT_FAULTS,
  ...PAYMENT_FAULTS,
  ...CHAIN_FAULTS,
  ...WITHDRAWAL_FAULTS,
  ...WEBHOOK_FAULTS,
  ...ACCESS_FAULTS,
  ...RECOVERY_FAULTS,
  ...SERVER_FAULTS,
  ...DATABASE_FAULTS,
]

/** @throws Error unless the name of exactly one fault contains the text */
export function plantedNamed(text: string): Planted {
  const [planted, other] = PLANTED.filter(({ name }) => name.includes(text))
  if (!planted || other) throw new Error(`--only: not the name of one planted fault: ${text}`)
  return planted
}
