import type { Chain } from '../domain/chain/chain.js'
import type { Network } from '../networks/networks.js'
import type { NodeEvent } from './nodes/chain-node.js'
import type { RpcChainOptions } from './nodes/rpc-options.js'
import type { WalletKey } from './wallet/wallet-key.js'

export interface OpenOptions extends RpcChainOptions {
  /** Signs withdrawals; absent where none are paid. */
  readonly signer: Signer | undefined
  readonly report: (event: NodeEvent) => void
}

export interface Signer {
  readonly key: WalletKey
  /** Maximum cost of a withdrawal: whole gwei per unit of gas on ERC20 and BEP20, whole TRX on TRC20. */
  readonly maxFee: number
}

/** Opens a network served by nodes. Its libraries are loaded only here, since most commands never need them. */
export const openRpcChain = (options: OpenOptions): Promise<Chain> => OPENERS[options.network](options)

const OPENERS: Readonly<Record<Network, (options: OpenOptions) => Promise<Chain>>> = {
  BEP20: openEthereum,
  ERC20: openEthereum,
  TRC20: openTron,
}

async function openEthereum({ signer, ...options }: OpenOptions): Promise<Chain> {
  const [{ openErc20 }, { openErc20Sender }] = await Promise.all([
    import('./erc20/erc20.js'),
    import('./erc20/erc20-sender.js'),
  ])
  return openErc20({
    ...options,
    sender:
      signer &&
      ((nodes) =>
        openErc20Sender({
          network: options.network,
          chainId: options.chainId,
          token: options.token,
          key: signer.key,
          nodes,
          depth: options.confirmations,
          maxFeeGwei: signer.maxFee,
        })),
  })
}

async function openTron({ signer, ...options }: OpenOptions): Promise<Chain> {
  const [{ openTrc20 }, { openTrc20Sender }] = await Promise.all([
    import('./trc20/trc20.js'),
    import('./trc20/trc20-sender.js'),
  ])
  return openTrc20({
    ...options,
    sender:
      signer &&
      ((nodes) =>
        openTrc20Sender({
          token: options.token,
          key: signer.key,
          nodes,
          depth: options.confirmations,
          feeLimitTrx: signer.maxFee,
          monotonic: options.monotonic,
        })),
  })
}
