import type { Context } from '../context.js'
import type { OrderNote } from '../store/order-tables.js'
import type { Tx } from '../store/unit-of-work.js'

/** Characters of one note. */
export const MAX_NOTE_LENGTH = 1_000
/** Notes of one order. */
export const MOST_NOTES = 50

export type NoteResult = 'written' | 'invalid' | 'full'

/** Adds a note to an order. A note is never changed. The same id twice is one note. */
export async function writeNote(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  orderId: string,
  { id, text, writtenBy }: Omit<OrderNote, 'writtenAt'>,
): Promise<NoteResult> {
  const note = text.trim()
  if (note === '' || note.length > MAX_NOTE_LENGTH || note.includes('\0')) return 'invalid'
  // Locked, so that two calls at once count each other's note.
  await tx.orders.lock(orderId)
  const notes = await tx.orders.listNotes(orderId)
  if (notes.some((each) => each.id === id)) return 'written'
  if (notes.length >= MOST_NOTES) return 'full'
  await tx.orders.insertNote(orderId, { id, text: note, writtenBy, writtenAt: clock.now() })
  return 'written'
}
