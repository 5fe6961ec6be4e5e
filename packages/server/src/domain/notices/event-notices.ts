import type { Context } from '../context.js'
import type { NoticeFacts, OrderNotice } from '../messages/notice-message.js'
import type { Person } from '../people/person.js'
import type { Network } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { EventType } from '../webhooks/event-types.js'
import type { NumberedEvent } from '../webhooks/webhook.js'
import type { NoticeKind } from './notice-choice.js'
import { tellPeople } from './tell-people.js'

/** The notices that each event may count for, before its body is read. */
const KINDS: Readonly<Record<EventType, readonly NoticeKind[]>> = {
  'payment.confirmed': ['refund_needed', 'overpaid', 'paid'],
  'payment.underpaid': ['underpaid'],
  'payment.overpaid': ['overpaid'],
  'payment.expired': [],
  'payment.frozen': [],
  'withdrawal.completed': ['withdrawal'],
  'withdrawal.failed': ['withdrawal'],
}

/** The members of the bodies of events that notices have. */
interface EventData {
  readonly order_id: string
  readonly order_number: string
  readonly status: string
  readonly order_amount: string | null
  readonly received_amount: string
  readonly missing_amount?: string
  readonly overpaid_amount?: string
  readonly withdrawal_id: string
  readonly amount: string
  readonly network: Network
  readonly destination_address: string
}

/**
 * Tells people of events. The transaction that numbers the events calls it: an event is numbered once, after its commit, and so
 * it is told once.
 */
export async function tellOfEvents(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids' | 'vault' | 'policy'>,
  events: readonly NumberedEvent[],
): Promise<void> {
  if (context.policy.noticeChannels.length === 0) return
  const known = new Map<string, readonly Person[]>()
  for (const { id, event, merchantId, environment } of events) {
    if (KINDS[event].length === 0) continue
    const people = known.get(merchantId) ?? (await tx.people.list(merchantId))
    known.set(merchantId, people)
    if (people.length === 0) continue
    const data = await dataOf(tx, id)
    const facts = (kind: NoticeKind) => factsOf(event, kind, data)
    await tellPeople(tx, context, { merchantId, environment, kinds: kindsOf(event, data), facts }, people)
  }
}

async function dataOf(tx: Tx, id: string): Promise<EventData> {
  const body = await tx.eventList.findBody(id)
  if (body === undefined) throw new Error(`event ${id} has no body`)
  return (JSON.parse(body) as { data: EventData }).data // rendered by this server
}

function kindsOf(event: EventType, { status, overpaid_amount: overpaid }: EventData): readonly NoticeKind[] {
  if (event !== 'payment.confirmed') return KINDS[event]
  if (status === 'EXPIRED_PAID') return ['refund_needed', 'paid']
  return overpaid === undefined ? ['paid'] : ['overpaid', 'paid']
}

function factsOf(event: EventType, kind: NoticeKind, data: EventData): NoticeFacts {
  if (kind === 'withdrawal')
    return {
      kind,
      withdrawalId: data.withdrawal_id,
      isSent: event === 'withdrawal.completed',
      amount: data.amount,
      network: data.network,
      address: data.destination_address,
    }
  return {
    kind: kind as OrderNotice['kind'], // the kinds of the other events
    orderId: data.order_id,
    orderNumber: data.order_number,
    amount: data.order_amount,
    received: data.received_amount,
    difference: data.missing_amount ?? data.overpaid_amount ?? null,
  }
}
