import type { WordKey } from './texts.js'

/** The results of forms, for the pages that they lead to. Only these texts are ever shown, whatever the address says. */
const DONE = {
  refunded: 'done_refunded',
  withdrawn: 'done_withdrawn',
  canceled: 'done_canceled',
  revoked: 'done_revoked',
  endpoint: 'done_endpoint',
  endpoint_deleted: 'done_endpoint_deleted',
  tested: 'done_tested',
  resent: 'done_resent',
  destination: 'done_destination',
  destination_deleted: 'done_destination_deleted',
} as const satisfies Readonly<Record<string, WordKey>>
export type Done = keyof typeof DONE

export const doneKeyOf = (name: string | undefined): WordKey | undefined =>
  name !== undefined && Object.hasOwn(DONE, name) ? DONE[name as Done] : undefined // an own key
