import type { ChainId } from '../../domain/shared/types.js'
import type { Html } from '../../runtime/html.js'
import { exact } from '../../ui/copy-field.js'
import { explorerLink } from '../../ui/explorer-link.js'
import type { Visit } from '../visit.js'

/** The whole hash of a transaction, as a link where it is live. */
export const transactionLink = (
  transaction: ChainId & { readonly txHash: string },
  { services }: Visit,
): Html => explorerLink(services.settings.explorers, transaction, exact(transaction.txHash))
