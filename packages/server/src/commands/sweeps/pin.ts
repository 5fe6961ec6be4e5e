import { createAddressBook } from '../../chain/wallet/address-book.js'
import { openSeedWallet } from '../../chain/wallet/seed-wallet.js'
import type { Network } from '../../domain/shared/types.js'
import { coinText, parseCoins } from '../../domain/sweeps/coins.js'
import { fingerprint, pinHash, pinText, sealedText } from '../../domain/sweeps/file-text.js'
import type { SweepPin } from '../../domain/sweeps/sweep-file.js'
import { descriptionOf, NETWORKS } from '../../networks/networks.js'
import { readAddress, readDestination } from '../../networks/spellings.js'
import { type Args, UsageError } from '../command.js'
import { printLine } from '../output.js'
import { amountOption } from './amount-option.js'
import { writeWhole } from './sweep-files.js'

const CHAIN_ID = /^[1-9][0-9]{0,14}$/

/** Writes the pin of a wallet, which `sweeps sign` compares every plan with. */
export async function pin(args: Args): Promise<number> {
  const network = args.requiredChoice('network', NETWORKS)
  const { accountPath, chains } = descriptionOf(network)
  const path = args.text('path') ?? accountPath
  const chainId = chainIdOf(args.text('chain-id')) ?? chains.live.chainId
  const token = addressOf(network, 'token', args.text('token') ?? tokenOn(network, chainId))
  const maxCost = parseCoins(network, args.required('max-cost'))
  if (maxCost === undefined) throw new UsageError('--max-cost takes whole coins with decimals, such as 0.5')
  const wallet = await openSeedWallet(args.required('seed-file'), path)
  const unsealed = {
    ...{ network, chainId, token, path, xpub: wallet.xpub, maxCost },
    cold: destinationOf({ network, token }, 'cold', args.required('cold')),
    hot: hotOf(args, { network, token }),
  }
  const written: SweepPin = { ...unsealed, seal: wallet.seal(sealedText(unsealed)) }
  writeWhole(args.required('out'), pinText(written))
  printLine(`address 0     ${createAddressBook(network, wallet.xpub).derive(0)}`)
  printLine(`xpub          ${wallet.xpub}`)
  printLine(`chain, token  ${chainId}, ${written.token}`)
  printLine(`most cost     ${coinText(network, maxCost)} for one plan`)
  printLine(`fingerprint   ${fingerprint(pinHash(written))}`)
  return 0
}

/** @throws UsageError */
function chainIdOf(text: string | undefined): number | undefined {
  if (text !== undefined && !CHAIN_ID.test(text))
    throw new UsageError('--chain-id takes a whole number above 0')
  return text === undefined ? undefined : Number(text)
}

/** The official token of a chain. @throws UsageError where none is known */
function tokenOn(network: Network, chainId: number): string {
  const { live, test, others } = descriptionOf(network).chains
  const token = [live, test, ...others].find((chain) => chain.chainId === chainId)?.token
  if (token === undefined) throw new UsageError(`--token is required for chain ${chainId}`)
  return token
}

function hotOf(args: Args, pinned: Pick<SweepPin, 'network' | 'token'>): SweepPin['hot'] {
  const address = args.text('hot')
  const limit = amountOption(args, 'hot-limit')
  if ((address === undefined) !== (limit === undefined))
    throw new UsageError('--hot and --hot-limit belong together')
  if (address === undefined || limit === undefined) return null
  return { address: destinationOf(pinned, 'hot', address), limit }
}

function addressOf(network: Network, name: string, text: string): string {
  const address = readAddress(network, text)
  if (address === undefined) throw new UsageError(`--${name} takes an address of ${network}`)
  return address
}

function destinationOf(
  { network, token }: Pick<SweepPin, 'network' | 'token'>,
  name: string,
  text: string,
): string {
  const destination = readDestination(network, text)
  if (destination === undefined || destination === token)
    throw new UsageError(`--${name} takes an address of ${network} that a key can spend from`)
  return destination
}
