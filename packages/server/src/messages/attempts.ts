import type { AttemptOutcome } from '../domain/webhooks/webhook.js'

/** The outcome of a message that says nothing any more: it is done. */
export const NOTHING_TO_SEND: AttemptOutcome = { delivered: true }
/** The outcome of a message that this server has not stored. */
export const UNREADABLE: AttemptOutcome = { delivered: false, error: 'unreadable', isFinal: true }
