import type { ClientEvent } from '@merchantpay/sdk'
import type { Output } from '../output.js'

/** Tells once when the stream of webhooks is lost, and when it is back. The client connects again by itself. */
export function connectionNotes(baseUrl: string, output: Output): (event: ClientEvent) => void {
  let isLost = false
  return (event) => {
    if (event.type !== 'attempt' || event.operationId !== 'streamTestDeliveries') return
    const hasFailed = event.error !== undefined
    if (hasFailed && !isLost) output.note(`${baseUrl} cannot be reached (${event.error}): trying again`)
    if (!hasFailed && isLost) output.note(`${baseUrl} is back`)
    isLost = hasFailed
  }
}
