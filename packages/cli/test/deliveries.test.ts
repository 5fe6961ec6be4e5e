import { beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld({ MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1' })
let endpoint: string

interface Listed {
  readonly id: string
  readonly status: string
  readonly redelivery_of: string | null
}
const list = async (...args: readonly string[]): Promise<Listed[]> => {
  const { stdout } = await use.world.call(['deliveries', 'list', '--json', ...args])
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Listed)
}

// An endpoint on which nothing listens: its deliveries fail.
beforeAll(async () => {
  const { harness, merchant: keys } = use.world
  const body = { url: 'https://127.0.0.1:9443/hooks', events: ['payment.expired'] }
  endpoint = (await harness.call('POST', '/v1/webhooks', { body, keys })).json.id
  const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' }
  const { json } = await harness.call('POST', '/v1/orders', { body: order, keys })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
    body: { action: 'expire' },
    keys,
  })
  await harness.pass(10_000)
})

describe('deliveries', () => {
  it('are listed', async () => {
    await use.world.golden('deliveries-list', () => ['deliveries', 'list', '--status', 'FAILED'])
    expect(await list('--event', 'payment.confirmed')).toEqual([])
    expect(await list('--endpoint', endpoint, '--limit', '1')).toHaveLength(1)
  })

  it('are shown', () =>
    use.world.golden('deliveries-show', async () => ['deliveries', 'show', (await list())[0]?.id ?? '']))

  it('that failed are sent again once', async () => {
    const failed = await list('--status', 'FAILED')
    const dryRun = await use.world.call([
      'deliveries',
      'resend',
      '--failed',
      '--since',
      '9000d',
      '--dry-run',
      '--json',
    ])
    expect(JSON.parse(dryRun.stdout)).toMatchObject({ id: failed[0]?.id })
    expect(await list()).toHaveLength(failed.length)
    const sent = await use.world.call(['deliveries', 'resend', '--failed', '--since', '9000d', '--json'])
    expect(JSON.parse(sent.stdout)).toMatchObject({ redelivery_of: failed[0]?.id })
    const again = await use.world.call(['deliveries', 'resend', '--failed', '--since', '9000d'])
    expect(again.stdout).toBe('none\n')
  })

  it('of one id are sent again', () =>
    use.world.golden('deliveries-resend', async () => ['deliveries', 'resend', (await list())[0]?.id ?? '']))

  it('that no endpoint got go to the stream alone', async () => {
    const { stdout } = await use.world.callWhileTimePasses(['trigger', 'payment.confirmed', '--json'])
    const { delivery_id } = JSON.parse(stdout) as { delivery_id: string }
    const { code, stdout: resent } = await use.world.call(['deliveries', 'resend', delivery_id, '--json'])
    expect([code, JSON.parse(resent)]).toMatchObject([0, { event_type: 'payment.confirmed' }])
  })

  it.each([
    [['deliveries', 'resend'], 2, 'name a delivery, or give --failed'],
    [['deliveries', 'resend', 'wd_1', '--dry-run'], 2, '--dry-run belongs to --failed'],
    [['deliveries', 'show', `wd_${'0'.repeat(32)}`], 1, 'no endpoint has a delivery'],
  ])('refuse %s', async (args, expected, message) => {
    const { code, stderr } = await use.world.call(args)
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
  })
})
