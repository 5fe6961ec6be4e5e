import { configuredWallets } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import { adoptWallet } from '../../domain/ledger/wallet-adoption.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { NETWORKS } from '../../networks/networks.js'
import { systemClock } from '../../runtime/clock.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printLine, printRows } from '../output.js'
import { changeStore, mandateOf, readStore } from '../store-access.js'

/** Shows the wallets that the database belongs to. */
export async function show(args: Args): Promise<number> {
  const wallets = await readStore((tx) => tx.wallets.list())
  const rows = wallets.map(({ environment, network, chainId, token, xpubHash, firstAddress, hotWallet }) => ({
    environment,
    network,
    chain_id: chainId,
    token,
    xpub_sha256: xpubHash,
    first_address: firstAddress,
    hot_wallet: hotWallet,
  }))
  printRows(rows, args.isJson)
  return 0
}

/** Accepts the configured key or signer of a network as its own. */
export async function adopt(args: Args): Promise<number> {
  const environment = args.requiredChoice('environment', ENVIRONMENTS)
  const network = args.requiredChoice('network', NETWORKS)
  const configured = await configuredWallets(readConfig(), systemClock)
  const found = configured.find(
    ({ served }) => served.environment === environment && served.network === network,
  )
  if (!found) throw new OperatorError(`no nodes serve ${environment}/${network}`)
  const changes = await changeStore(async (tx, context) => {
    const adopted = await adoptWallet(tx, context, found.wallet, mandateOf(args))
    // Blocks that are read already hold payments of the new signer that were not seen.
    if (adopted.some(({ field }) => field === 'signer') && (await tx.recoveries.findOpen()))
      throw new OperatorError('the database is recovering: restore again with the new signer configured')
    return adopted
  })
  for (const { field, stored, configured: now } of changes) printLine(`${field}: ${stored} -> ${now}`)
  printLine(
    changes.length === 0
      ? 'the database belongs to the configured wallet already'
      : `the database belongs to the configured wallet of ${environment}/${network}: restart every server`,
  )
  return 0
}
