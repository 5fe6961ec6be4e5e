import { readSignerKey } from '../../chain/wallet/signer-key.js'
import type { StakingAccount } from '../../domain/chain/staking-account.js'
import type { Store } from '../../domain/store/store.js'
import type { SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { readAddress } from '../../networks/spellings.js'
import { endOfMany } from '../../runtime/deadline.js'
import { type Args, UsageError } from '../command.js'
import { printNote } from '../output.js'
import { EnergyLoans } from './energy-loans.js'
import type { SweptChain } from './swept-chain.js'

/** The account that lends energy, with the file of its key. */
export interface Staking {
  readonly keyFile: string
  readonly account: StakingAccount
}

/** Opens the staking account where the plan needs one. @throws UsageError; OperatorError for a key that can do more */
export async function openStaking(
  args: Args,
  plan: SweepPlan,
  { sweeps }: SweptChain,
): Promise<Staking | undefined> {
  const isLent = plan.terms.kind === 'energy' && plan.terms.lentEnergy > 0
  if (!isLent || !sweeps.openStakingAccount) {
    if (args.text('stake-account') ?? args.text('stake-key-file'))
      throw new UsageError('--stake-account and --stake-key-file are for plans with --method stake')
    return undefined
  }
  const keyFile = args.required('stake-key-file')
  const account = readAddress(plan.network, args.required('stake-account'))
  if (account === undefined) throw new UsageError(`--stake-account takes an address of ${plan.network}`)
  const staking = { key: readSignerKey(keyFile), account }
  return { keyFile, account: await sweeps.openStakingAccount(staking, endOfMany().signal) }
}

export async function openLoans(
  staking: Staking | undefined,
  { terms }: SweepPlan,
  store: Store,
  { sweeps, chain }: SweptChain,
): Promise<EnergyLoans | undefined> {
  if (!staking || terms.kind !== 'energy') return undefined
  const { account } = staking
  return EnergyLoans.open(
    { sweeps, account, terms, note: printNote, signal: endOfMany().signal },
    (accounts) => store.read((tx) => tx.addresses.listKnown(chain, accounts)),
  )
}
