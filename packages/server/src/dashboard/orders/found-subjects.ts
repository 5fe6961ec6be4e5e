import type { PaymentLink } from '../../domain/links/payment-link.js'
import { deliveriesNamed, linksNamed, withdrawalsNamed } from '../../domain/orders/named-subjects.js'
import type { Scope } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { deliveriesTable } from '../deliveries/delivery-table.js'
import { linkTable } from '../links/link-table.js'
import type { Visit } from '../visit.js'
import { withdrawalTable } from '../withdrawals/withdrawal-table.js'

const MOST = 20

/** Everything besides orders that a text names and that the person may open. */
interface FoundSubjects {
  readonly withdrawals: readonly Withdrawal[]
  readonly deliveries: readonly DeliveryWithEvent[]
  readonly links: readonly PaymentLink[]
}

export async function findSubjects(tx: Tx, visit: Visit, text: string): Promise<FoundSubjects> {
  const { merchantId, environment } = visit.caller
  const isOwn = (scope: Scope) => scope.merchantId === merchantId && scope.environment === environment
  const [withdrawals, deliveries] = visit.may('read')
    ? [
        await withdrawalsNamed(tx, { merchantId, environment }, text, MOST),
        await deliveriesNamed(tx, text, MOST),
      ]
    : [[], []]
  const links = await linksNamed(tx, text, MOST)
  return {
    withdrawals,
    deliveries: deliveries.filter(({ event }) => isOwn(event)),
    links: links.filter(isOwn),
  }
}

/** The page of the only thing that was found; undefined unless it is one. */
export function onlyPage(
  visit: Visit,
  { withdrawals, deliveries, links }: FoundSubjects,
): string | undefined {
  const paths = [
    ...withdrawals.map(({ id }) => visit.path(`/withdrawals/${id}`)),
    ...deliveries.map(({ id }) => visit.path('/deliveries', { open: id })),
    ...links.map(({ id }) => visit.path(`/links/${id}`)),
  ]
  return paths.length === 1 ? paths[0] : undefined
}

/** A list for each kind of thing that was found. */
export async function foundSubjects(
  tx: Tx,
  visit: Visit,
  { withdrawals, deliveries, links }: FoundSubjects,
): Promise<Html> {
  const list = (id: 'withdrawals' | 'deliveries' | 'links', body: Html) =>
    card({ id: `found-${id}`, title: visit.plain(id), isFlush: true, body })
  return html`${withdrawals.length === 0 ? NOTHING : list('withdrawals', withdrawalTable(visit, withdrawals))}${
    deliveries.length === 0
      ? NOTHING
      : list('deliveries', deliveriesTable(visit, deliveries, await tx.webhookEndpoints.list(visit.caller)))
  }${links.length === 0 ? NOTHING : list('links', linkTable(visit, links))}`
}
