import {
  getDelivery,
  RESENT_AT_ONCE,
  resendDelivery,
  resendFailed,
} from '../../domain/webhooks/webhook-history.js'
import type { OperatorAction } from '../access/actions.js'

export const resendAction: OperatorAction = {
  name: 'deliveries resend',
  path: '/deliveries/:id/resend',
  async ask(tx, visit) {
    const { id, event } = await getDelivery(tx, visit.param('id'))
    const at = visit.in(event.environment)
    return {
      visit: at,
      title: `Send ${event.event} again?`,
      text: 'The same bytes go out as a new delivery with six attempts. The receiver drops what it knows already.',
      submit: { text: 'Send again', icon: 'loop' },
      back: at.path('/deliveries', { open: id }),
    }
  },
  async run(tx, context, visit, mandate) {
    const { event } = await getDelivery(tx, visit.param('id'))
    const sent = await resendDelivery(tx, context, visit.param('id'), mandate)
    return { to: visit.in(event.environment).path('/deliveries', { open: sent.id }), done: 'resent' }
  },
}

export const resendFailedAction: OperatorAction = {
  name: 'deliveries resend-failed',
  path: '/deliveries/failed/resend',
  async ask(tx, visit) {
    const target = visit.query('target') ?? (visit.field('target') || undefined)
    const { environment } = visit
    const failed = await tx.webhookHistory.listFailed({ environment, target, limit: RESENT_AT_ONCE + 1 })
    const count = failed.length > RESENT_AT_ONCE ? `The newest ${RESENT_AT_ONCE}` : `${failed.length}`
    return {
      visit,
      title: 'Send failed deliveries again?',
      text: `${count} failed in ${environment}${target === undefined ? '' : ` for ${target}`} and were not sent again. Each becomes a new delivery with six attempts.`,
      ...(target !== undefined && { hidden: { target } }),
      submit: { text: 'Send again', icon: 'loop' },
      back: visit.path('/deliveries', { status: 'FAILED', target }),
    }
  },
  async run(tx, context, visit, mandate) {
    const { environment } = visit
    const target = visit.field('target') || undefined
    await resendFailed(tx, context, { environment, target }, mandate)
    return { to: visit.path('/deliveries', { status: 'PENDING', target }), done: 'resent-failed' }
  },
}
