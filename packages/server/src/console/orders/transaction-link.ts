import type { ChainId } from '../../domain/shared/types.js'
import { type Html, html } from '../../runtime/html.js'
import { exact } from '../../ui/copy-field.js'
import type { Visit } from '../visit.js'

/** The hash of a transaction, with its page in the block explorer where it is live. */
export function transactionLink(
  { environment, network, txHash }: ChainId & { readonly txHash: string },
  { services }: Visit,
): Html {
  if (environment === 'test') return exact(txHash)
  const url = services.settings.explorers[network].replace('{tx}', encodeURIComponent(txHash))
  return html`<a href="${url}" rel="noreferrer" target="_blank">${exact(txHash)}</a>`
}
