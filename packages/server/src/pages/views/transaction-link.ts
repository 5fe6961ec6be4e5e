import type { ChainId } from '../../domain/shared/types.js'
import type { Html } from '../../runtime/html.js'
import { exact } from '../../ui/copy-field.js'
import { explorerLink } from '../../ui/explorer-link.js'
import type { Visit } from '../visit.js'

/** The hash of a transaction, cut in the middle, as a link where it is live. */
export const transactionLink = (
  { services }: Visit,
  transaction: ChainId & { readonly txHash: string },
): Html => explorerLink(services.settings.explorers, transaction, exact(transaction.txHash))
