import type { Instant } from '../../domain/shared/types.js'
import type { Visit } from '../visit.js'

/** A day with its last millisecond. One that its month does not have is none. */
export function dayIn(
  { zone }: Visit,
  text: string | undefined,
): { readonly day: string; readonly end: Instant } | undefined {
  const end = text === undefined ? undefined : zone.endOf(text)
  return text !== undefined && end !== undefined && zone.day(end) === text ? { day: text, end } : undefined
}
