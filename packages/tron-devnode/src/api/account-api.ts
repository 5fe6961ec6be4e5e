/** Calls that read accounts, their resources and their contracts. */

import { keccak256 } from '../encoding/bytes.js'
import { withoutDefaults } from '../encoding/proto-json.js'
import type { Workspace } from '../execution/execution.js'
import { inUse, newAccountRecord } from '../execution/resources.js'
import { freeNetLimit } from '../settings.js'
import type { ApiContext, Handler } from './handler.js'
import { addressParam, type Params } from './params.js'

const absent = {}

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

async function accountJson(address: string, { machine, accounts, contracts }: Workspace): Promise<unknown> {
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
    active_permission: [{ ...active, keys: [{ address, weight: 1 }] }],
    frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
  }
}

function resourcesJson(address: string, { accounts, stakes, block }: Workspace): object {
  const now = block.timestamp
  const record = accounts.get(address) ?? newAccountRecord(now)
  const stake = stakes.get(address) ?? { energy: 0, bandwidth: 0 }
  return {
    ...(withoutDefaults({ freeNetUsed: inUse(record.freeNet, now) }) as object),
    freeNetLimit,
    ...(withoutDefaults({
      NetUsed: inUse(record.net, now),
      NetLimit: stake.bandwidth,
      EnergyUsed: inUse(record.energy, now),
      EnergyLimit: stake.energy,
    }) as object),
    TotalNetLimit: 43_200_000_000,
    TotalEnergyLimit: 180_000_000_000,
  }
}

export const getAccount: Handler = (params, context) => ofAccount(params, context, accountJson)

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

export const accountReads: Record<string, Handler> = {
  getaccount: getAccount,
  getaccountresource: (params, context) => ofAccount(params, context, resourcesJson),
  getaccountnet: (params, context) => ofAccount(params, context, resourcesJson),
  getcontract: getContract,
  getcontractinfo: getContractInfo,
}
