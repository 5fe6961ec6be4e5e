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
  /** Whole gwei per unit of gas, or whole TRX for a withdrawal. */
  readonly maxFee: number
  /** Where gas has a price of its own, the most that a withdrawal costs: 1e-9 of a coin. */
  readonly maxCost: bigint | undefined
}

/** Opens a network served by nodes. Its libraries are loaded only here, since most commands never need them. */
export const openRpcChain = (options: OpenOptions): Promise<Chain> => OPENERS[options.network](options)

const OPENERS: Readonly<Record<Network, (options: OpenOptions) => Promise<Chain>>> = {
  BEP20: openEthereum,
  ERC20: openEthereum,
  TRC20: openTron,
}

async function openEthereum({ signer, ...options }: OpenOptions): Promise<Chain> {
  const [{ openErc20 }, { openErc20Sender }, { GWEI }] = await Promise.all([
    import('./erc20/erc20.js'),
    import('./erc20/erc20-sender.js'),
    import('./erc20/erc20-fees.js'),
  ])
  return openErc20({
    ...options,
    sender:
      signer &&
      ((nodes) => {
        const perGas = BigInt(signer.maxFee) * GWEI
        if (signer.maxCost === undefined) throw new Error('a withdrawal on Ethereum needs a maximum cost')
        return openErc20Sender({
          network: options.network,
          chainId: options.chainId,
          token: options.token,
          key: signer.key,
          nodes,
          depth: options.confirmations,
          caps: { perGas, perWithdrawal: signer.maxCost * GWEI },
        })
      }),
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
