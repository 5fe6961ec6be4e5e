import { describe, expect, it } from 'vitest'
import { Args } from '../../src/commands/command.js'
import { ORDER, useHarness } from '../support/server/harness.js'
import { documentsOf, runCommand } from '../support/server/operator.js'

const COMMANDS = [
  'config check',
  'probe',
  'merchants list',
  'merchants show',
  'merchants activate',
  'merchants suspend',
  'merchants tier',
  'merchants brand',
  'merchants sign-in-link',
  'merchants invite',
  'merchants people',
  'merchants erase',
  'keys list',
  'keys create',
  'keys revoke',
  'keys rotate-master',
  'orders list',
  'orders show',
  'orders explain',
  'orders clear',
  'orders reject',
  'orders screen',
  'withdrawals list',
  'withdrawals show',
  'withdrawals explain',
  'withdrawals approve',
  'withdrawals reject',
  'withdrawals replace',
  'destinations list',
  'destinations delete',
  'restore status',
  'restore mark',
  'restore explain',
  'restore finish',
  'signer resume',
  'nodes check',
  'chains resume',
  'chains reset-cursor',
  'ledger suspense',
  'ledger attribute',
  'ledger adjust',
  'addresses list',
  'sweeps pin',
  'sweeps plan',
  'sweeps sign',
  'sweeps send',
  'deliveries list',
  'deliveries show',
  'deliveries resend',
  'deliveries recover',
  'attention',
  'audit list',
  'console',
  'console sessions',
  'console revoke',
]

describe('the command line', () => {
  const shared = useHarness()
  const run = (...args: string[]) => runCommand(shared.harness, args)

  it('lists every command and every exit code in its help', () => {
    const { status, stdout } = run('--help')
    expect(status).toBe(0)
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
    for (const code of ['0 done', '1 refused', '2 wrong usage', '78 a setting'])
      expect(stdout).toContain(code)
  })

  it('explains one command in one line', () => {
    const { status, stdout } = run('orders', 'clear', '--help')
    expect([status, stdout]).toEqual([0, 'merchantpay-server orders clear <order-id> --reason <text>\n'])
  })

  it.each([[['orders']], [['orders', 'dance']], [['dance', 'list']], [[]]])(
    '%j is no command: exit 2',
    (args) => {
      const { status, stdout } = run(...args)
      expect([status, stdout]).toEqual([2, expect.stringContaining('Commands')])
    },
  )

  it('exits with 78 on faulty settings', () => {
    const args = ['orders', 'show', 'x']
    const faulty = runCommand(shared.harness, args, { MERCHANTPAY_PORT: 'high' })
    expect([faulty.status, run(...args).status]).toEqual([78, 1])
  })

  it('lists addresses with their orders', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const args = [
      'addresses',
      'list',
      '--environment',
      'test',
      '--network',
      'TRC20',
      '--limit',
      '1',
      '--json',
    ]
    expect(documentsOf(run(...args))).toMatchObject([
      { address: json.payment_address, merchant_id: keys.merchantId, order_id: json.id, free_at: null },
    ])
    expect(run('addresses', 'list', '--environment', 'test').status).toBe(2)
  })

  it('lists audited actions newest first, of one subject or of all', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    run('merchants', 'activate', merchantId, '--reason', 'papers')
    run('merchants', 'suspend', merchantId)
    const actions = documentsOf(run('audit', 'list', '--subject', merchantId, '--json'))
    expect(actions).toMatchObject([
      { action: 'merchants suspend', details: { from: 'ACTIVE', reason: null } },
      { action: 'merchants activate', details: { webhook_secret: 'live', reason: 'papers' } },
      { action: 'merchants activate', details: { to: 'ACTIVE', reason: 'papers' } },
    ])
    expect(documentsOf(run('audit', 'list', '--limit', '1', '--json'))).toHaveLength(1)
    expect(run('audit', 'list').stdout).toContain('merchants suspend')
  })
})

describe('the arguments of a command', () => {
  const USAGE = '<thing> --must <text> [--may A|B] [--count <n>] [--json]'
  const parse = (...args: string[]) => new Args(USAGE, args)

  it('are parsed by its usage', () => {
    const args = parse('one', '--must', 'two words', '--may', 'B', '--count', '7', '--json')
    expect(args.operand('thing')).toBe('one')
    expect(args.required('must')).toBe('two words')
    expect(args.choice('may', ['A', 'B'])).toBe('B')
    expect(args.number('count', 1)).toBe(7)
    expect(args.isJson).toBe(true)
  })

  it('have times as in the queries of the API, or days', () => {
    const at = (text: string) => {
      const instant = parse('one', '--must', text).requiredInstant('must')
      return new Date(instant).toISOString()
    }
    expect(at('2026-01-31')).toBe('2026-01-31T00:00:00.000Z')
    expect(at('2026-01-31t12:00:00.1234567z')).toBe('2026-01-31T12:00:00.123Z')
    expect(at('2026-01-31T12:00:00 02:00')).toBe('2026-01-31T10:00:00.000Z')
    expect(at('2026-06-30T23:59:60Z')).toBe('2026-07-01T00:00:00.000Z')
    for (const text of ['2026-02-30', '2026-02-30T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:00:00'])
      expect(() => at(text)).toThrow('takes a time like 2026-01-31T12:00:00Z, or a day')
  })

  it('may omit options in brackets', () => {
    const args = parse('one', '--must=x')
    expect([args.choice('may', ['A', 'B']), args.number('count', 1), args.isJson]).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  it.each([
    [['--must', 'x'], '<thing> is missing'],
    [['one'], '--must is missing'],
    [['one', '--must', ''], '--must needs a value'],
    [['one', '--must', 'x', '--may', 'C'], '--may takes one of A, B'],
    [['one', 'two', '--must', 'x'], 'unexpected argument: two'],
    [['one', '--must', 'x', '--other'], "Unknown option '--other'"],
    [['one', '--must'], '--must'],
  ])('%j are refused', (args, message) => {
    expect(() => parse(...args)).toThrow(message)
  })
})
