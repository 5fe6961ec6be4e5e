/** /v1: events as TronGrid shows them, decoded by the contract's ABI, in pages. */
import { Interface, type ParamType } from 'ethers'
import type { Block, TransactionInfo } from '../chain/block.js'
import { toBase58 } from '../encoding/bytes.js'
import type { AbiEntry, NewContract } from '../encoding/transaction-codec.js'
import type { TronLog } from '../execution/machine.js'
import type { ApiContext } from './handler.js'
import { flagParam, type Params } from './params.js'

const defaultLimit = 20
const maxLimit = 200

interface EventJson {
  block_number: number
  block_timestamp: number
  contract_address: string
  event_index: number
  event_name: string
  transaction_id: string
  [field: string]: unknown
}

/** Answers a path below /v1; undefined for an unknown path. */
export function answerEvents(path: string, query: Params, context: ApiContext): unknown {
  const [, kind, key = ''] = /^\/v1\/(contracts|transactions|blocks)\/([^/]+)\/events$/.exec(path) ?? []
  if (kind === undefined) return undefined
  const blocks = blocksOf(kind, key, context)
  const events = blocks
    .flatMap((block) => eventsOf(block, context))
    .filter((event) => kind !== 'contracts' || event.contract_address === key)
    .filter((event) => kind !== 'transactions' || event.transaction_id === key)
    .filter((event) => isWanted(event, query))
  if (!String(query.order_by ?? '').endsWith(',asc')) events.reverse()
  return pageOf(events, query, path, context.clock())
}

function blocksOf(kind: string, key: string, { chain }: ApiContext): Block[] {
  if (kind !== 'blocks') return [...chain.history()]
  const block = key === 'latest' ? chain.head : chain.block(Number(key))
  return block === undefined ? [] : [block]
}

function isWanted(event: EventJson, query: Params): boolean {
  const isConfirmed = event._unconfirmed !== true
  return (
    (query.event_name === undefined || query.event_name === event.event_name) &&
    (query.block_number === undefined || Number(query.block_number) === event.block_number) &&
    event.block_timestamp >= Number(query.min_block_timestamp ?? 0) &&
    event.block_timestamp <= Number(query.max_block_timestamp ?? Number.MAX_SAFE_INTEGER) &&
    (isConfirmed || !flagParam(query, 'only_confirmed')) &&
    (!isConfirmed || !flagParam(query, 'only_unconfirmed'))
  )
}

function pageOf(events: EventJson[], query: Params, path: string, now: number): unknown {
  const limit = Math.min(
    maxLimit,
    Math.max(1, Math.trunc(Number(query.limit ?? defaultLimit)) || defaultLimit),
  )
  const start = Number.parseInt(String(query.fingerprint ?? '0'), 36) || 0
  const data = events.slice(start, start + limit)
  const fingerprint = (start + limit).toString(36)
  const next = new URLSearchParams({ ...(query as Record<string, string>), fingerprint })
  const more = start + limit < events.length ? { fingerprint, links: { next: `${path}?${next}` } } : {}
  return { data, success: true, meta: { at: now, page_size: data.length, ...more } }
}

const interfaces = new WeakMap<NewContract, Interface>()

function interfaceOf(contract: NewContract): Interface {
  const known = interfaces.get(contract)
  if (known !== undefined) return known
  const events = (contract.abi?.entrys ?? []).filter(({ type }) => type.toLowerCase() === 'event')
  const made = new Interface(events.map((entry: AbiEntry) => ({ ...entry, type: 'event' })))
  interfaces.set(contract, made)
  return made
}

function eventsOf(block: Block, { chain }: ApiContext): EventJson[] {
  const isConfirmed = block.number <= chain.top('solid').number
  return block.transactions.flatMap(({ info }) =>
    (info.log ?? []).flatMap((log, index) => {
      const event = decode(log, block, info)
      const json = { ...event, event_index: index, ...(isConfirmed ? {} : { _unconfirmed: true }) }
      return event === undefined ? [] : [json as EventJson]
    }),
  )
}

function decode(log: TronLog, block: Block, info: TransactionInfo) {
  const contract = block.state.contracts.get(`41${log.address}`)
  if (contract === undefined) return undefined
  const parsed = interfaceOf(contract).parseLog({
    topics: log.topics.map((topic) => `0x${topic}`),
    data: `0x${log.data ?? ''}`,
  })
  if (parsed === null) return undefined
  const inputs = parsed.fragment.inputs
  const values = inputs.map((input, index) => valueText(input, parsed.args[index]))
  return {
    block_number: block.number,
    block_timestamp: block.timestamp,
    caller_contract_address: toBase58(info.contract_address ?? `41${log.address}`),
    contract_address: toBase58(`41${log.address}`),
    event_name: parsed.name,
    event: parsed.fragment.format('sighash'),
    result: Object.fromEntries(
      inputs.flatMap((input, index) => [
        [`${index}`, values[index]],
        [input.name, values[index]],
      ]),
    ),
    result_type: Object.fromEntries(inputs.map((input) => [input.name, input.type])),
    transaction_id: info.id,
  }
}

/** Addresses keep their 0x form, as on TronGrid. */
const valueText = (input: ParamType, value: unknown): string =>
  input.type === 'address' ? String(value).toLowerCase() : String(value)
