import { type FaultRule, startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CreditingFollower } from '../../support/chain/crediting-follower.js'
import { HandTime, OURS, openTron, watchedOurs } from '../../support/nodes/tron.js'
import { TronToken } from '../../support/nodes/tron-token.js'

const OUT_MS = 11 * 60_000
const SOLID = '/walletsolidity/'

type Fault = Omit<FaultRule, 'path'> & Pick<FaultRule, 'kind'>

describe('a TRON node that fails on the wire', () => {
  let node: TronDevnode
  let token: TronToken

  beforeAll(async () => {
    node = await startTronDevnode({ solidLag: 0 })
    token = await TronToken.deploy(node)
  })
  afterAll(() => node.close())
  afterEach(() => fetch(`${node.url}/control/faults`, { method: 'DELETE' }))

  const faults: Readonly<Record<string, object>> = {
    'a hang': { kind: 'hang' },
    'a reset': { kind: 'reset' },
    'cut JSON': { kind: 'cut' },
    'JSON that ends too early': { kind: 'cut', ends: true },
    '429': { kind: 'status', status: 429 },
    '403': { kind: 'status', status: 403 },
    '503 with HTML': { kind: 'status', status: 503 },
    'an error under 200': { kind: 'error' },
    'the words of a lite node': { kind: 'lite' },
    'an empty list': { kind: 'body', body: [] },
    'an empty object': { kind: 'body', body: {} },
    'a short list': { kind: 'shortList' },
    'failed with its logs': { kind: 'failedWithLogs' },
  }
  const paths = ['getblock', 'gettransactioninfobyblocknum', 'gettransactioninfobyid']

  it.each(Object.entries(faults))('records everything in spite of %s', async (_, fault) => {
    const time = new HandTime(Date.now())
    const options = { urls: [node.url], token: token.address }
    const follower = await CreditingFollower.begin(await openTron(options, time), watchedOurs)
    if (fault === faults['a hang']) follower.scan.chain = await openTron({ ...options, callMs: 400 }, time)
    for (const name of paths) {
      await token.transfer(OURS[1] ?? '', 5n)
      await node.control('mine', { blocks: 2 })
      await node.control('faults', { ...fault, path: `${SOLID}${name}` } as Fault & { path: string })
      for (let looks = 0; looks < 4; looks += 1) {
        await follower.tick()
        time.at += OUT_MS
      }
    }
    expect(follower.scan.paid).toHaveLength(paths.length)
    expect(follower.credited.size).toBe(paths.length)
    const head = await node.control<{ number: number }>('mine', {})
    await follower.tick()
    expect(follower.scan.cursor.number).toBe(head.number)
  })
})
