import type { ChainId, Network } from '../domain/shared/types.js'
import { type Html, html } from '../runtime/html.js'

/** Block explorer of each network; `{tx}` stands for the hash. */
export type Explorers = Readonly<Record<Network, string>>

/** Links what a page shows of a transaction to its block explorer. The sandbox has none. */
export function explorerLink(
  explorers: Explorers,
  { environment, network, txHash }: ChainId & { readonly txHash: string },
  content: Html,
): Html {
  if (environment === 'test') return content
  const url = explorers[network].replace('{tx}', encodeURIComponent(txHash))
  return html`<a href="${url}" rel="noreferrer" target="_blank">${content}</a>`
}
