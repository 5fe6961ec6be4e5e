import type { LinkStatus } from '../domain/links/payment-link.js'
import type { MerchantStatus } from '../domain/merchants/merchant.js'
import type { OrderStatus } from '../domain/orders/order.js'
import type { DeliveryStatus } from '../domain/webhooks/webhook.js'
import type { WithdrawalStatus } from '../domain/withdrawals/withdrawal.js'
import { type Html, html, NOTHING } from '../runtime/html.js'
import { attributes, type Content } from './attributes.js'
import { type IconName, icon, iconRules } from './icons.js'
import { rules } from './style-sheet.js'
import { RADIUS, type Tone, TYPE } from './tokens.js'

export type Status = OrderStatus | LinkStatus | WithdrawalStatus | MerchantStatus | DeliveryStatus

export interface StatusLook {
  readonly tone: Tone
  readonly icon: IconName
  /** The plain word; the name of the interface is in `title`. */
  readonly word: string
}

const status = (tone: Tone, name: IconName, word: string): StatusLook => ({ tone, icon: name, word })

/** How every status of the interface is shown. */
export const STATUSES: Readonly<Record<Status, StatusLook>> = {
  PAID: status('ok', 'check-circle', 'Paid'),
  COMPLETED: status('ok', 'check-circle', 'Completed'),
  DELIVERED: status('ok', 'check-circle', 'Delivered'),
  ACTIVE: status('ok', 'check-circle', 'Active'),
  EXPIRED_PAID: status('ok', 'clock', 'Paid late'),
  OPEN: status('info', 'dot-circle', 'Open'),
  CONFIRMING: status('info', 'loop', 'Confirming'),
  PROCESSING: status('info', 'loop', 'Processing'),
  BROADCAST: status('info', 'arrow-out', 'Sent'),
  UNDERPAID: status('warn', 'half-circle', 'Underpaid'),
  REVIEW: status('warn', 'eye', 'Review'),
  PENDING_KYB: status('warn', 'clock', 'Test only'),
  FROZEN: status('ice', 'snowflake', 'Frozen'),
  FAILED: status('bad', 'cross-circle', 'Failed'),
  SUSPENDED: status('bad', 'cross-circle', 'Suspended'),
  PENDING: status('grey', 'dashed-circle', 'Waiting'),
  PENDING_CONFIRM: status('grey', 'dashed-circle', 'Not confirmed'),
  EXPIRED: status('grey', 'clock', 'Expired'),
  CLOSED: status('grey', 'cross-circle', 'Closed'),
  CANCELED: status('grey', 'cross', 'Canceled'),
}

/** Colours of text and tint for every tone; put `tone-ok` and so on beside another class. */
export const toneRules = rules(
  (['ok', 'info', 'warn', 'ice', 'bad', 'grey'] satisfies Tone[])
    .map((tone) => `.tone-${tone}{color:var(--${tone});background:var(--${tone}-tint)}`)
    .join('\n'),
)

export const badgeRules = rules(
  `
.badge{display:inline-flex;align-items:center;gap:4px;padding:2px 6px;border-radius:${RADIUS.badge};font-size:${TYPE[12]};font-weight:600;line-height:1.4;white-space:nowrap;vertical-align:middle;forced-color-adjust:auto}
@media (forced-colors:active){.badge{border:1px solid}}
`,
  iconRules,
  toneRules,
)

export interface BadgeOptions {
  readonly tone: Tone
  readonly text: Content
  readonly icon?: IconName
  readonly title?: string
}

/** An icon, a word and a colour, in this order of importance. */
export const badge = ({ tone, text, icon: name, title }: BadgeOptions): Html =>
  html`<span class="badge tone-${tone}"${attributes({ title })}>${name ? icon(name) : NOTHING}${text}</span>`

/** The badge of a status. @param text instead of the plain word, such as "Confirming, 5 of 12" or a translation */
export const statusBadge = (name: Status, text?: Content): Html => {
  const { tone, icon: drawn, word } = STATUSES[name]
  return badge({ tone, icon: drawn, text: text ?? word, title: name })
}
