import { type Case, refusals } from '../case.js'
import { requireEqual } from '../http/answer.js'
import { DESTINATION, fund, makeOrder, TOO_LARGE, UNKNOWN_UUID, WITHDRAWAL } from './samples.js'

const MOST_DESTINATIONS = 50
const DAY_MS = 86_400_000
/** An ERC20 address with its checksum. */
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const LOWER = CHECKSUMMED.toLowerCase()
const UPPER = `0x${CHECKSUMMED.slice(2).toUpperCase()}`

const withFields = (fields: object) => ({ body: { ...DESTINATION, ...fields } })

/** The list of addresses to withdraw to. */
export const destinations: Case[] = [
  {
    name: 'createWithdrawalDestination puts an address on the list, usable 24 hours later, which only its merchant sees',
    operationId: 'createWithdrawalDestination',
    covers: ['createWithdrawalDestination', 'listWithdrawalDestinations', 'deleteWithdrawalDestination'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const none = { destinations: [] }
      requireEqual(await merchant.succeeds('listWithdrawalDestinations'), none, 'the list at first')
      const made = await merchant.succeeds('createWithdrawalDestination', { body: DESTINATION })
      const { id, environment, created_at, usable_at, ...given } = made
      requireEqual(given, DESTINATION, 'what was given')
      requireEqual(environment, 'test', 'environment')
      requireEqual(Date.parse(usable_at) - Date.parse(created_at), DAY_MS, 'the time until it is usable')
      requireEqual(
        await merchant.succeeds('listWithdrawalDestinations'),
        { destinations: [made] },
        'the list',
      )
      const other = await session.other()
      requireEqual(await other.succeeds('listWithdrawalDestinations'), none, 'the list of another merchant')
      await other.isRefused('deleteWithdrawalDestination', { id }, '404 destination not found')
    },
  },
  {
    name: 'createWithdrawalDestination answers an address that is on the list as it stands, however it is spelled',
    operationId: 'createWithdrawalDestination',
    covers: ['createWithdrawalDestination', 'listWithdrawalDestinations'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const first = await merchant.succeeds(
        'createWithdrawalDestination',
        withFields({ network: 'ERC20', address: LOWER }),
      )
      requireEqual(first.address, CHECKSUMMED, 'the spelling of the network')
      for (const address of [UPPER, CHECKSUMMED, LOWER]) {
        const again = withFields({ network: 'ERC20', address, label: 'another' })
        requireEqual(await merchant.succeeds('createWithdrawalDestination', again), first, address)
      }
      requireEqual(
        await merchant.succeeds('listWithdrawalDestinations'),
        { destinations: [first] },
        'the list',
      )
    },
  },
  {
    name: 'deleteWithdrawalDestination is 404 destination not found the second time, and added again it is another entry',
    operationId: 'deleteWithdrawalDestination',
    covers: ['deleteWithdrawalDestination', 'deleteWithdrawalDestination destination_not_found'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id } = await merchant.succeeds('createWithdrawalDestination', { body: DESTINATION })
      const deleted = { message: 'destination deleted' }
      requireEqual(await merchant.succeeds('deleteWithdrawalDestination', { id }), deleted, 'deleted')
      await merchant.isRefused('deleteWithdrawalDestination', { id }, '404 destination not found')
      const again = await merchant.succeeds('createWithdrawalDestination', { body: DESTINATION })
      requireEqual(again.id === id, false, 'the same id')
      requireEqual(
        await merchant.succeeds('listWithdrawalDestinations'),
        { destinations: [again] },
        'the list',
      )
    },
  },
  {
    name: 'a withdrawal in the test environment needs no destination on the list',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant)
      requireEqual(
        (await merchant.succeeds('createWithdrawal', { body: WITHDRAWAL })).status,
        'PENDING',
        'status',
      )
    },
  },
  {
    name: 'createWithdrawalDestination: an address of the service’s own is 400 invalid destination address',
    operationId: 'createWithdrawalDestination',
    covers: ['createWithdrawalDestination invalid_destination_address'],
    async run(session) {
      const merchant = await session.merchant()
      const { payment_address: address } = await makeOrder(merchant)
      await merchant.isRefused(
        'createWithdrawalDestination',
        withFields({ address }),
        '400 invalid destination address',
      )
    },
  },
  {
    name: 'createWithdrawalDestination: a 51st address is 409 destination limit reached, and one of the list is not',
    operationId: 'createWithdrawalDestination',
    covers: ['createWithdrawalDestination destination_limit_reached'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const numbered = (n: number) =>
        withFields({ network: 'ERC20', address: `0x${`${n}`.padStart(40, 'a')}` })
      for (let n = 1; n <= MOST_DESTINATIONS; n += 1) {
        await merchant.succeeds('createWithdrawalDestination', numbered(n))
      }
      const row = '409 destination limit reached'
      await merchant.isRefused('createWithdrawalDestination', numbered(MOST_DESTINATIONS + 1), row)
      await merchant.succeeds('createWithdrawalDestination', numbered(1))
    },
  },
  ...refusals('createWithdrawalDestination', [
    ['no label', withFields({ label: undefined }), '400 invalid parameter: label'],
    ['a label of blanks', withFields({ label: ' \t' }), '400 invalid parameter: label'],
    ['a label of 101 characters', withFields({ label: 'x'.repeat(101) }), '400 invalid parameter: label'],
    ['another network', withFields({ network: 'BEP20' }), '400 unsupported network'],
    ['no address', withFields({ address: undefined }), '400 invalid destination address'],
    ['an address of the other network', withFields({ network: 'ERC20' }), '400 invalid destination address'],
    [
      'an address whose checksum is wrong',
      withFields({ address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzz' }),
      '400 invalid destination address',
    ],
    [
      'an ERC20 address whose capitals are wrong',
      withFields({ network: 'ERC20', address: CHECKSUMMED.replace('aAeb', 'AAeb') }),
      '400 invalid destination address',
    ],
    [
      'a burn address',
      withFields({ network: 'ERC20', address: `0x${'0'.repeat(36)}dEaD` }),
      '400 invalid destination address',
    ],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('listWithdrawalDestinations', [
    ['a query', { query: 'limit=1' }, '400 invalid parameter: limit'],
  ]),
  ...refusals('deleteWithdrawalDestination', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 destination not found'],
    ['an id that is not a UUID', { id: 'cancel' }, '404 destination not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'force=1' }, '400 invalid parameter: force'],
  ]),
]
