import type { Order } from '../../domain/orders/order.js'
import { MAX_NOTE_LENGTH, MOST_NOTES, writeNote } from '../../domain/orders/order-notes.js'
import { getNamedOrder } from '../../domain/orders/orders.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { postForm } from '../../pages/parts.js'
import { errorAt, RefusedForm } from '../../pages/refusal.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { textArea } from '../../ui/fields.js'
import { day, exactTime } from '../frame/times.js'
import type { Submit } from '../page.js'
import { changeShop } from '../session-change.js'
import type { Visit } from '../visit.js'

/** The notes of the shop about an order, and the field of the next one. */
export async function notesCard(tx: Tx, visit: Visit, order: Order): Promise<Html> {
  const notes = await tx.orders.listNotes(order.id)
  const people = new Map((await tx.people.list(order.merchantId)).map(({ id, name }) => [id, name]))
  const mayWrite = visit.may('orders') && notes.length < MOST_NOTES
  if (notes.length === 0 && !mayWrite) return NOTHING
  const rows = notes.map(({ text, writtenBy, writtenAt }) => {
    const name = people.get(writtenBy)
    const by = name === undefined ? visit.exact(writtenBy) : html`<bdi>${name}</bdi>`
    return html`<li><p><bdi>${text}</bdi></p><small>${by}, ${day(visit, writtenAt)}, ${exactTime(visit, writtenAt)}</small></li>`
  })
  const field = textArea({
    name: 'note',
    label: visit.text('new_note'),
    hint: visit.text('notes_text'),
    value: visit.field('note'),
    ...errorAt(visit, 'note'),
    attributes: { required: true, maxlength: MAX_NOTE_LENGTH, dir: 'auto' },
  })
  const form = mayWrite
    ? postForm(
        visit,
        `/orders/${order.id}/notes`,
        html`${field}${button({ text: visit.plain('write_note') })}`,
      )
    : NOTHING
  return card({
    id: 'notes',
    title: visit.plain('notes'),
    body: html`${notes.length === 0 ? NOTHING : html`<ul class="notes">${joinHtml(rows)}</ul>`}${form}`,
  })
}

/** Adds a note. The same form sent twice is one note. */
export const noteForm: Submit = async (visit) => {
  const { context } = visit.services
  const id = visit.sentKey ?? context.ids.uuid()
  const { orderId, result } = await changeShop(visit, 'orders', async (tx, caller) => {
    const order = await getNamedOrder(tx, caller, visit.param('id'))
    if (!visit.isOwn(order)) throw new DomainError('order_not_found')
    const note = { id, text: visit.field('note'), writtenBy: caller.keyId }
    return { orderId: order.id, result: await writeNote(tx, context, order.id, note) }
  })
  if (result !== 'written')
    throw new RefusedForm({ status: 422, text: visit.text('error_note'), param: 'note' })
  return { kind: 'redirect', to: visit.path(`/orders/${orderId}`, { done: 'note' }) }
}
