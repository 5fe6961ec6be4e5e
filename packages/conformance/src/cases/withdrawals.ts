import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { FOR_REVIEW, fund, makeOrder, TOO_LARGE, UNKNOWN_UUID, WITHDRAWAL } from './samples.js'

const withFields = (fields: object) => ({ body: { ...WITHDRAWAL, ...fields } })
const ERC20_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** Confirmations that the sandbox networks require. A step may add several blocks. */
const DEPTH = 3
/** The automatic limits of one withdrawal and of one day. */
/** With its fee just below the limit of one withdrawal. */
const NEARLY_REVIEWED = 990
const DAILY_LIMIT = 10_000
/** A destination that screening flags, from the contract. */
const FLAGGED = 'TH7bkjyK6idz7f1oiP4aiqiGCqqUcNjGBM'

/** The balance and withdrawals from it. */
export const withdrawals: Case[] = [
  {
    name: 'createWithdrawal holds amount and fee, and cancelWithdrawal gives them back, repeatedly',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal', 'getWithdrawal', 'listWithdrawals', 'cancelWithdrawal', 'getBalance'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant, '2000.00')
      const before = { currency: 'USDT', available: '1980.00', held: '0.00', frozen: '0.00' }
      requireEqual(await merchant.succeeds('getBalance'), before, 'the balance of 2000.00 less 1 %')
      const body = { ...WITHDRAWAL, amount: FOR_REVIEW, description: 'Payout' }
      const made = await merchant.succeeds('createWithdrawal', { body })
      const { status, amount, fee, total_debit, tx_hash, confirmations, failure_code, completed_at } = made
      requireEqual(
        [status, amount, fee, total_debit],
        ['REVIEW', '1500.00', '1.50', '1501.50'],
        'what is paid',
      )
      requireEqual([tx_hash, confirmations, failure_code, completed_at], [null, 0, null, null], 'the rest')
      const held = { currency: 'USDT', available: '478.50', held: '1501.50', frozen: '0.00' }
      requireEqual(await merchant.succeeds('getBalance'), held, 'the balance with a hold')
      const canceled = await merchant.succeeds('cancelWithdrawal', { id: made.id })
      requireEqual([canceled.status, canceled.failure_code], ['CANCELED', 'canceled'], 'status and code')
      requireEqual(await merchant.succeeds('cancelWithdrawal', { id: made.id }), canceled, 'cancelled again')
      for (const id of [made.id, made.withdrawal_number])
        requireEqual(await merchant.succeeds('getWithdrawal', { id }), canceled, 'retrieved')
      const list = { withdrawals: [canceled], total: 1, next: null }
      requireEqual(await merchant.succeeds('listWithdrawals'), list, 'the list')
      const [created, changed] = [made.created_at, canceled.updated_at].map(encodeURIComponent)
      const filters = [`status=CANCELED&updated_from=${changed}`, `created_from=${created}`]
      for (const query of filters)
        requireEqual(await merchant.succeeds('listWithdrawals', { query }), list, query)
      for (const query of ['status=FAILED', `updated_to=${created}`, `created_to=${created}`]) {
        const none = { withdrawals: [], total: 0, next: null }
        requireEqual(await merchant.succeeds('listWithdrawals', { query }), none, query)
      }
      requireEqual(await merchant.succeeds('getBalance'), before, 'the balance after')
    },
  },
  {
    name: 'a withdrawal is signed and completes, after which it cannot be cancelled',
    operationId: 'cancelWithdrawal',
    covers: ['createWithdrawal', 'getWithdrawal', 'cancelWithdrawal withdrawal_not_cancelable'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant)
      const { id } = await merchant.succeeds('createWithdrawal', { body: WITHDRAWAL })
      const { tx_hash, confirmations, completed_at } = await merchant.reachWithdrawal(id, 'COMPLETED')
      requireEqual([typeof tx_hash, typeof completed_at], ['string', 'string'], 'hash and time')
      requireThat(confirmations >= DEPTH, `at least ${DEPTH} confirmations, not ${confirmations}`)
      await merchant.isRefused('cancelWithdrawal', { id }, '409 withdrawal not cancelable')
      const after = { currency: 'USDT', available: '13.25', held: '0.00', frozen: '0.00' }
      requireEqual(await merchant.succeeds('getBalance'), after, 'the balance after')
    },
  },
  {
    name: 'a withdrawal to a flagged address fails and returns amount and fee',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal', 'getWithdrawal'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant)
      const body = { ...WITHDRAWAL, destination_address: FLAGGED }
      const { id } = await merchant.succeeds('createWithdrawal', { body })
      const failed = await merchant.reachWithdrawal(id, 'FAILED')
      requireEqual([failed.failure_code, failed.tx_hash], ['compliance', null], 'failure code and hash')
      requireEqual((await merchant.succeeds('getBalance')).available, '24.75', 'what is available')
    },
  },
  {
    name: 'getWithdrawal and cancelWithdrawal: another merchant’s is 404 withdrawal not found',
    operationId: 'getWithdrawal',
    covers: ['getWithdrawal withdrawal_not_found', 'cancelWithdrawal withdrawal_not_found'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant)
      const { id } = await merchant.succeeds('createWithdrawal', { body: WITHDRAWAL })
      const other = await session.other()
      await other.isRefused('getWithdrawal', { id }, '404 withdrawal not found')
      await other.isRefused('cancelWithdrawal', { id }, '404 withdrawal not found')
    },
  },
  {
    name: 'createWithdrawal: an address of the service’s own is 400 invalid destination address',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal invalid_destination_address'],
    async run(session) {
      const merchant = await session.merchant()
      const { payment_address: destination_address } = await makeOrder(merchant)
      const row = '400 invalid destination address'
      await merchant.isRefused('createWithdrawal', withFields({ destination_address }), row)
    },
  },
  {
    name: 'a withdrawal that takes its day with the fees above 10000.00 waits for review, however small it is',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant, '30000.00')
      let day = ''
      let ofToday: string[] = []
      while (ofToday.length <= Math.floor(DAILY_LIMIT / NEARLY_REVIEWED)) {
        const body = withFields({ amount: `${NEARLY_REVIEWED}` })
        const { status, created_at } = await merchant.succeeds('createWithdrawal', body)
        // The daily total starts again if midnight passes meanwhile.
        if (!created_at.startsWith(day)) ofToday = []
        day = created_at.slice(0, 10)
        ofToday.push(status)
      }
      const expected = [...ofToday.slice(1).map(() => 'PENDING'), 'REVIEW']
      requireEqual(ofToday, expected, 'statuses of the withdrawals of a day')
    },
  },
  {
    name: 'createWithdrawal: a balance that does not cover the fee is 400 insufficient balance',
    operationId: 'createWithdrawal',
    covers: ['createWithdrawal insufficient_balance', 'getBalance'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await fund(merchant, '11.00')
      await merchant.isRefused('createWithdrawal', withFields({}), '400 insufficient balance')
      requireEqual((await merchant.succeeds('getBalance')).available, '10.89', 'what is available')
    },
  },
  {
    name: 'quoteWithdrawal answers fee, debit and minimum of each network',
    operationId: 'quoteWithdrawal',
    covers: ['quoteWithdrawal'],
    async run(session) {
      const merchant = await session.merchant()
      for (const [network, fee, total_debit] of [
        ['TRC20', '1.50', '101.50'],
        ['ERC20', '4.00', '104.00'],
      ] as const) {
        const quote = await merchant.succeeds('quoteWithdrawal', { query: `network=${network}&amount=100` })
        requireEqual(
          quote,
          { amount: '100.00', fee, total_debit, minimum: '10.00', refund_minimum: '1.00' },
          `the quote on ${network}`,
        )
      }
    },
  },
  ...refusals('createWithdrawal', [
    ['a number', withFields({ amount: 10 }), '400 invalid amount'],
    ['seven decimals', withFields({ amount: '10.0000001' }), '400 invalid amount'],
    ['zero', withFields({ amount: '0' }), '400 invalid amount'],
    ['no amount', withFields({ amount: undefined }), '400 invalid amount'],
    ['less than the minimum', withFields({ amount: '9.999999' }), '400 amount below minimum'],
    ['another currency', withFields({ currency: 'USDC' }), '400 unsupported currency'],
    ['another network', withFields({ network: 'BEP20' }), '400 unsupported network'],
    ['an address of the other network', withFields({ network: 'ERC20' }), '400 invalid destination address'],
    [
      'an address whose checksum is wrong',
      withFields({ destination_address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzz' }),
      '400 invalid destination address',
    ],
    [
      'an ERC20 address whose capitals are wrong',
      withFields({ network: 'ERC20', destination_address: ERC20_ADDRESS.replace('aAeb', 'AAeb') }),
      '400 invalid destination address',
    ],
    [
      'the zero address',
      withFields({ network: 'ERC20', destination_address: `0x${'0'.repeat(40)}` }),
      '400 invalid destination address',
    ],
    [
      'a burn address',
      withFields({ network: 'ERC20', destination_address: `0x${'0'.repeat(36)}dEaD` }),
      '400 invalid destination address',
    ],
    [
      'the contract of USDT',
      withFields({ destination_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }),
      '400 invalid destination address',
    ],
    ['no address', withFields({ destination_address: undefined }), '400 invalid destination address'],
    ['metadata that is an array', withFields({ metadata: [1] }), '400 invalid metadata'],
    [
      'a webhook URL without https',
      withFields({ webhook_url: 'http://shop.example' }),
      '400 invalid webhook url',
    ],
    ['an empty idempotency key', withFields({ idempotency_key: '' }), '400 invalid idempotency key'],
    [
      'a description of 501 characters',
      withFields({ description: 'x'.repeat(501) }),
      '400 invalid parameter: description',
    ],
    ['more than there is', withFields({ amount: '999999999' }), '400 insufficient balance'],
    ['an open brace', { bytes: '{' }, '400 invalid json'],
    ['text', { bytes: 'x', headers: { 'content-type': 'text/plain' } }, '415 unsupported media type'],
    ['65 KiB', { bytes: TOO_LARGE }, '413 request body too large'],
  ]),
  ...refusals('quoteWithdrawal', [
    ['no network', { query: 'amount=100' }, '400 unsupported network'],
    ['another network', { query: 'network=BEP20&amount=100' }, '400 unsupported network'],
    ['no amount', { query: 'network=TRC20' }, '400 invalid amount'],
    ['an exponent', { query: 'network=TRC20&amount=1e2' }, '400 invalid amount'],
    ['less than the minimum', { query: 'network=TRC20&amount=9.99' }, '400 amount below minimum'],
    ['an unknown parameter', { query: 'network=TRC20&amount=10&fee=0' }, '400 invalid parameter: fee'],
  ]),
  ...refusals('getWithdrawal', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 withdrawal not found'],
    ['an unknown number', { id: 'wdr_000000000000' }, '404 withdrawal not found'],
    ['an id that is not a UUID', { id: 'wdr_1' }, '404 withdrawal not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'expand=1' }, '400 invalid parameter: expand'],
  ]),
  ...refusals('cancelWithdrawal', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 withdrawal not found'],
    ['an id that is not a UUID', { id: 'wdr_1' }, '404 withdrawal not found'],
    ['a query', { id: UNKNOWN_UUID, query: 'force=1' }, '400 invalid parameter: force'],
  ]),
  ...refusals('getBalance', [['a query', { query: 'currency=USDT' }, '400 invalid parameter: currency']]),
]
