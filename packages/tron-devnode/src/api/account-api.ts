/** Calls that read accounts, their resources and their contracts. */

import type { Permission } from '../chain/permissions.js'
import { keccak256 } from '../encoding/bytes.js'
import { withoutDefaults } from '../encoding/proto-json.js'
import { delegable, delegationOf, partnersOf, stakeOf, sunPerUnit } from '../execution/delegations.js'
import type { Workspace } from '../execution/execution.js'
import { inUse, newAccountRecord } from '../execution/resources.js'
import { freeNetLimit } from '../settings.js'
import type { ApiContext, Handler } from './handler.js'
import { addressParam, numberParam, type Params } from './params.js'

const absent = {}
const sunOfTrx = 1_000_000
const totalNetLimit = 43_200_000_000
const totalEnergyLimit = 180_000_000_000
/** The operations of the active permission that every account begins with. */
const allOperations = '7fff1fc0033ec30f'.padEnd(64, '0')

/** Answers from an account in the state of the view, or with `{}` for an unknown account. */
function ofAccount(
  params: Params,
  { chain, view }: ApiContext,
  answer: (address: string, space: Workspace) => unknown,
): unknown {
  const address = addressParam(params, 'address')
  if (address === undefined) return absent
  return chain.peek(view, async (space) =>
    (await space.machine.hasAccount(address)) ? answer(address, space) : absent,
  )
}

const ownerPermission = (address: string) => ({
  permission_name: 'owner',
  threshold: 1,
  keys: [{ address, weight: 1 }],
})

async function accountJson(
  address: string,
  { machine, accounts, contracts }: Workspace,
  permissions: readonly Permission[],
): Promise<unknown> {
  const base = withoutDefaults({
    address,
    balance: Number(await machine.balance(address)),
    create_time: accounts.get(address)?.createdAt,
    type: contracts.has(address) ? 'Contract' : undefined,
  }) as object
  if (contracts.has(address)) return base
  const active = { type: 'Active', id: 2, permission_name: 'active', threshold: 1 }
  return {
    ...base,
    account_resource: {},
    owner_permission: ownerPermission(address),
    active_permission: [
      { ...active, operations: allOperations, keys: [{ address, weight: 1 }] },
      ...permissions.map(({ id, key, operations }) => ({
        ...{ ...active, id, permission_name: 'limited', operations, keys: [{ address: key, weight: 1 }] },
      })),
    ],
    frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
  }
}

function resourcesJson(address: string, space: Workspace): object {
  const { accounts, block } = space
  const now = block.timestamp
  const record = accounts.get(address) ?? newAccountRecord(now)
  const stake = stakeOf(space, address)
  return {
    ...(withoutDefaults({ freeNetUsed: inUse(record.freeNet, now) }) as object),
    freeNetLimit,
    ...(withoutDefaults({
      NetUsed: inUse(record.net, now),
      NetLimit: stake.bandwidth,
      EnergyUsed: inUse(record.energy, now),
      EnergyLimit: stake.energy,
    }) as object),
    TotalNetLimit: totalNetLimit,
    TotalNetWeight: (totalNetLimit * sunPerUnit.bandwidth) / sunOfTrx,
    TotalEnergyLimit: totalEnergyLimit,
    TotalEnergyWeight: (totalEnergyLimit * sunPerUnit.energy) / sunOfTrx,
  }
}

export const getAccount: Handler = (params, context) =>
  ofAccount(params, context, (address, space) =>
    accountJson(address, space, context.chain.permissions.get(address) ?? []),
  )

const getContract: Handler = (params, { chain, view }) => {
  const address = addressParam(params, 'value')
  if (address === undefined) return absent
  return chain.peek(view, async ({ machine, contracts }) => {
    const contract = contracts.get(address)
    if (contract === undefined) return absent
    const code = await machine.code(address)
    return { ...contract, abi: contract.abi ?? {}, contract_address: address, code_hash: keccak256(code) }
  })
}

const getContractInfo: Handler = (params, { chain, view }) => {
  const address = addressParam(params, 'value')
  if (address === undefined) return absent
  return chain.peek(view, async ({ machine, contracts }) => {
    const contract = contracts.get(address)
    if (contract === undefined) return absent
    const runtimecode = await machine.code(address)
    return { runtimecode, smart_contract: { ...contract, contract_address: address }, contract_state: {} }
  })
}

const delegatedResource: Handler = (params, { chain, view }) => {
  const [from, to] = [addressParam(params, 'fromAddress'), addressParam(params, 'toAddress')]
  if (from === undefined || to === undefined) return absent
  return chain.peek(view, async (space) => {
    const { energy, bandwidth } = delegationOf(space, from, to)
    if (energy === 0 && bandwidth === 0) return absent
    const balances = { frozen_balance_for_bandwidth: bandwidth, frozen_balance_for_energy: energy }
    return { delegatedResource: [{ from, to, ...(withoutDefaults(balances) as object) }] }
  })
}

const delegationPartners: Handler = (params, { chain, view }) => {
  const account = addressParam(params, 'value')
  if (account === undefined) return absent
  return chain.peek(view, async (space) => {
    const { receivers, givers } = partnersOf(space, account)
    return withoutDefaults({ account, fromAccounts: givers, toAccounts: receivers })
  })
}

const mostDelegated: Handler = (params, context) => {
  const resource = numberParam(params, 'type') === 1 ? 'energy' : 'bandwidth'
  return ofAccount({ address: params.owner_address }, context, (address, space) => {
    const now = space.block.timestamp
    const record = space.accounts.get(address) ?? newAccountRecord(now)
    return withoutDefaults({ max_size: delegable(space, record, address, resource, now) })
  })
}

/** Calls of both /wallet and /walletsolidity. */
export const delegationReads: Record<string, Handler> = {
  getdelegatedresourcev2: delegatedResource,
  getdelegatedresourceaccountindexv2: delegationPartners,
  getcandelegatedmaxsize: mostDelegated,
}

export const accountReads: Record<string, Handler> = {
  getaccount: getAccount,
  getaccountresource: (params, context) => ofAccount(params, context, resourcesJson),
  getaccountnet: (params, context) => ofAccount(params, context, resourcesJson),
  getcontract: getContract,
  getcontractinfo: getContractInfo,
}
