import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, it } from 'vitest'
import { SELECTORS, TOPICS } from '../../../src/chain/token/token-abi.js'
import {
  type EventLog,
  mayConcernUs,
  readEvent,
  sightingsOf,
  type TokenRules,
} from '../../../src/chain/token/token-events.js'
import { MAX_USDT, usdt } from '../../../src/domain/shared/money.js'

const TOKEN = 'a6'.repeat(20)
const OURS = '11'.repeat(20)
const ALSO_OURS = '22'.repeat(20)
const PAYER = '99'.repeat(20)
const BLOCK = { number: 7, hash: 'ab'.repeat(32), timeAt: 1_000 }
const RULES = { token: TOKEN, decimals: 6, isPrefixAllowed: true, areForeignRecorded: true }
const filter = { topUp: async () => undefined, mayBeOurs: (hex: string) => [OURS, ALSO_OURS].includes(hex) }
const watched = {
  since: async () => [],
  ours: async (names: readonly string[]) => new Set(names.filter((name) => filter.mayBeOurs(name.slice(1)))),
}

const word = (hex: string | number): string =>
  (typeof hex === 'number' ? hex.toString(16) : hex).padStart(64, '0')

const transferLog = (changes: Partial<EventLog> & { from?: string; to?: string } = {}): EventLog => {
  const { from = PAYER, to = OURS, ...rest } = changes
  return {
    ...{ txHash: 'cd'.repeat(32), logIndex: 0, blockNumber: 7, emitter: TOKEN, isFailed: false },
    ...{ topics: [TOPICS.transfer, word(from), word(to)], data: word(25_000_000) },
    ...rest,
  }
}

const read = (...logs: EventLog[]) => readBy(RULES, ...logs)

function readBy(rules: TokenRules, ...logs: EventLog[]) {
  const events = logs.flatMap((log) => readEvent(log, rules) ?? [])
  const encodeAddress = (hex: string) => `@${hex}`
  const placeOf = async () => ({ block: BLOCK, origin: PAYER })
  return sightingsOf(
    events.filter((event) => mayConcernUs(event, filter)),
    { rules, watched, encodeAddress, placeOf },
  )
}

const NOTHING = { transfers: [], outgoing: [], ignored: [], adminEvents: [] }

describe('topics and selectors', () => {
  const hashOf = (signature: string) =>
    Buffer.from(keccak_256(Buffer.from(signature, 'ascii'))).toString('hex')

  it('are the hashes of their signatures', () => {
    expect(TOPICS).toEqual({
      transfer: hashOf('Transfer(address,address,uint256)'),
      blacklisted: hashOf('AddedBlackList(address)'),
      unblacklisted: hashOf('RemovedBlackList(address)'),
      fundsDestroyed: hashOf('DestroyedBlackFunds(address,uint256)'),
      deprecated: hashOf('Deprecate(address)'),
      paused: hashOf('Pause()'),
      unpaused: hashOf('Unpause()'),
      feeChanged: hashOf('Params(uint256,uint256)'),
    })
    const selectorOf = (signature: string) => hashOf(signature).slice(0, 8)
    expect(SELECTORS).toMatchObject({
      transfer: selectorOf('transfer(address,uint256)'),
      balanceOf: selectorOf('balanceOf(address)'),
      isBlackListed: selectorOf('isBlackListed(address)'),
      deprecated: selectorOf('deprecated()'),
      paused: selectorOf('paused()'),
      basisPointsRate: selectorOf('basisPointsRate()'),
      decimals: selectorOf('decimals()'),
    })
  })
})

describe('events of a block', () => {
  it('credit transfers of the token to us from others', async () => {
    expect(await read(transferLog())).toEqual({
      ...NOTHING,
      transfers: [
        {
          ...{ txHash: 'cd'.repeat(32), logIndex: 0, block: BLOCK },
          ...{ from: `@${PAYER}`, to: `@${OURS}`, origin: `@${PAYER}`, value: usdt(2_500_000_000n) },
        },
      ],
    })
  })

  it('accept the prefix of TRON before an address, and nothing else', async () => {
    const prefixed = [TOPICS.transfer, word(PAYER), word(`41${OURS}`)]
    expect((await read(transferLog({ topics: prefixed }))).transfers).toHaveLength(1)
    expect(readEvent(transferLog({ topics: prefixed }), { ...RULES, isPrefixAllowed: false })).toBeUndefined()
    expect(await read(transferLog({ to: `42${OURS}` }), transferLog({ to: `0141${OURS}` }))).toEqual(NOTHING)
  })

  it.each([
    ['two topics', { topics: [TOPICS.transfer, word(PAYER)] }],
    ['four topics', { topics: [TOPICS.transfer, word(PAYER), word(OURS), word(1)] }],
    ['31 bytes of data', { data: word(25_000_000).slice(2) }],
    ['64 bytes of data', { data: word(25_000_000).repeat(2) }],
    ['another event', { topics: ['12'.repeat(32), word(PAYER), word(OURS)] }],
    ['no topic', { topics: [] }],
  ])('say nothing with %s', async (_, changes) => {
    expect(await read(transferLog(changes))).toEqual(NOTHING)
  })

  it.each([
    ['zero_value', { data: word(0) }],
    ['failed', { isFailed: true }],
    ['over_cap', { data: 'f'.repeat(64) }],
    ['over_cap', { data: word((MAX_USDT / 100n + 1n).toString(16)) }],
    ['foreign_token', { emitter: 'ee'.repeat(20) }],
  ])('are kept as %s and count for nothing', async (reason, changes) => {
    const found = await read(transferLog(changes))
    expect(found).toMatchObject({ transfers: [], outgoing: [], ignored: [{ reason, address: `@${OURS}` }] })
  })

  it('count the largest value that a row holds', async () => {
    const [transfer] = (await read(transferLog({ data: word((MAX_USDT / 100n).toString(16)) }))).transfers
    expect(transfer?.value).toBe(MAX_USDT)
  })

  it('report transfers that left our addresses, and no payment between them', async () => {
    const sweep = await read(transferLog({ from: OURS, to: PAYER }))
    expect(sweep).toMatchObject({ transfers: [], ignored: [], outgoing: [{ from: `@${OURS}` }] })
    expect(await read(transferLog({ from: OURS, to: ALSO_OURS }))).toMatchObject({
      ...{ transfers: [], outgoing: [{ to: `@${ALSO_OURS}` }] },
      ignored: [{ reason: 'internal', address: `@${ALSO_OURS}`, value: 25_000_000n }],
    })
  })

  it('of a token with 18 decimals are rounded down to 1e-8 USDT, and keep what is below', async () => {
    const rules = { ...RULES, decimals: 18 }
    const units = (value: bigint) => ({ data: word(value.toString(16)) })
    const found = await readBy(
      rules,
      transferLog(units(25n * 10n ** 18n)),
      transferLog(units(10n ** 10n + 1n)),
      transferLog({ ...units(2n * 10n ** 10n - 1n), from: OURS, to: PAYER }),
      transferLog(units(10n ** 10n - 1n)),
      transferLog({ ...units(7n), from: OURS, to: ALSO_OURS }),
      transferLog(units(MAX_USDT * 10n ** 10n + 1n)),
    )
    expect(found.transfers).toMatchObject([{ value: 2_500_000_000n }, { value: 1n, residue: 1n }])
    expect(found.transfers[0]).not.toHaveProperty('residue')
    expect(found.outgoing).toMatchObject([{ value: 1n, residue: 10n ** 10n - 1n }])
    expect(found.ignored.map(({ reason, address, value }) => [reason, address, value])).toEqual([
      ['below_unit', `@${OURS}`, 10n ** 10n - 1n],
      ['below_unit', `@${ALSO_OURS}`, 7n],
      ['below_unit', `@${OURS}`, 7n],
      ['over_cap', `@${OURS}`, MAX_USDT * 10n ** 10n + 1n],
    ])
  })

  it('report admin events, with the account in a topic or in the data', async () => {
    const { paused, deprecated, feeChanged, blacklisted, fundsDestroyed } = TOPICS
    const found = await read(
      transferLog({ topics: [paused], data: '' }),
      transferLog({ topics: [deprecated], data: word(PAYER) }),
      transferLog({ topics: [feeChanged], data: word(10) + word(5) }),
      transferLog({ topics: [feeChanged], data: word(10) + word(0) }),
      transferLog({ topics: [feeChanged], data: word(0) + word(5) }),
      transferLog({ topics: [blacklisted, word(OURS)], data: '' }),
      transferLog({ topics: [blacklisted], data: word(OURS) }),
      transferLog({ topics: [fundsDestroyed, word(OURS)], data: word(5) }),
      transferLog({ topics: [fundsDestroyed], data: word(OURS) + word(6) }),
      transferLog({ topics: [blacklisted, word(PAYER)], data: '' }),
      transferLog({ topics: [paused], data: '', emitter: 'ee'.repeat(20) }),
      transferLog({ topics: [paused], data: '', isFailed: true }),
    )
    expect(found.adminEvents.map(({ kind, address, value }) => [kind, address, value])).toEqual([
      ['paused', null, 0n],
      ['deprecated', null, 0n],
      ['fee_changed', null, 0n],
      ['fee_ended', null, 0n],
      ['fee_ended', null, 0n],
      ['blacklisted', `@${OURS}`, 0n],
      ['blacklisted', `@${OURS}`, 0n],
      ['funds_destroyed', `@${OURS}`, 500n],
      ['funds_destroyed', `@${OURS}`, 600n],
    ])
  })
})
