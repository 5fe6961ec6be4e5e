import { type DevnodeOptions, startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { passTo } from '../../../../test-support/nodes/rpc-proxy.js'
import { type RpcAnswer, RpcError, RpcServer } from '../../../../test-support/nodes/rpc-server.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { TRON_CHAIN_ID, XPUB } from '../support/nodes/tron.js'
import { TronToken } from '../support/nodes/tron-token.js'
import { temporaryFolder } from '../support/server/folder.js'
import { commandBeside, documentsOf, type Ran } from '../support/server/operator.js'

/** Settings of the URLs of a network. */
const urlsOf = (network: string, ...urls: readonly string[]): Record<string, string> =>
  Object.fromEntries(urls.map((url, at) => [`MERCHANTPAY_TEST_${network}_NODE_${at + 1}_URL`, url]))
/** Solidified, and as many more as the history is read. */
const BLOCKS = 60

/** Runs `nodes check` with settings; the database does not exist, and stays so. */
const check = (env: Record<string, string>, ...args: string[]): Promise<Ran> =>
  commandBeside(
    { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/none/books.db` },
    ['nodes', 'check', ...args],
    { MERCHANTPAY_TEST_TRC20: 'off', MERCHANTPAY_TEST_ERC20: 'off', ...env },
  )

/** The rows of each result, as `node probe`. */
function rowsBy(result: string, ran: Ran): string[] {
  return documentsOf(ran)
    .filter((row) => row.result === result)
    .map((row) => `${String(row.node).charAt(0)} ${row.probe}`)
}

const rowOf = (ran: Ran, probe: string) => documentsOf(ran).find((row) => row.probe === probe)

describe('nodes check on TRON', () => {
  const settings = (url: string, token: TronToken) => ({
    MERCHANTPAY_TEST_TRC20: 'rpc',
    ...urlsOf('TRC20', url),
    MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${TRON_CHAIN_ID}`,
    MERCHANTPAY_TEST_TRC20_TOKEN: token.address,
    MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
  })

  /** A java-tron with both ports and a chain that has just grown to its head. */
  async function start(
    options: DevnodeOptions = {},
  ): Promise<{ node: TronDevnode; env: Record<string, string> }> {
    const node = await startTronDevnode({
      solidityPort: 0,
      genesisTime: Date.now() - (BLOCKS + 2) * 3_000,
      ...options,
    })
    onTestFinished(() => node.close())
    const token = await TronToken.deploy(node)
    await node.control('mine', { blocks: BLOCKS })
    return { node, env: settings(`${node.url}|${node.solidityUrl}`, token) }
  }

  it('passes a full pair', async () => {
    const { env } = await start()
    const ran = await check(env, '--json')
    expect([rowsBy('fail', ran), ran.stderr, ran.status]).toEqual([[], '', 0])
    expect(rowsBy('pass', ran)).toEqual([
      '1 reachable',
      '1 chain id',
      '1 newest block',
      '1 walletsolidity',
      '1 transaction infos',
      '1 constant calls',
      '1 token',
      '1 account',
      '1 prices',
      '1 energy',
      '1 broadcast',
      '1 call limits',
      '1 calls a day',
    ])
    expect(rowsBy('skipped', ran)).toEqual(['1 provider'])
    expect(rowOf(ran, 'broadcast')).toMatchObject({
      seen: 'refuses unsigned bytes with SIGERROR',
      change: null,
    })
  })

  it('names the second port where only that of the full node is set', async () => {
    const { node, env } = await start()
    const ran = await check({ ...env, ...urlsOf('TRC20', node.url) }, '--json')
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 walletsolidity'], 1])
    expect(rowOf(ran, 'walletsolidity')).toMatchObject({
      seen: 'HTTP 404',
      change: expect.stringMatching(
        /node\.http\.solidityPort 8091: name it in MERCHANTPAY_TEST_TRC20_NODE_1_URL/,
      ),
    })
    expect(rowOf(ran, 'transaction infos')).toMatchObject({
      result: 'skipped',
      seen: 'needs: walletsolidity',
    })
  })

  it('names the setting that opens the history of a lite node', async () => {
    const { env } = await start({ lite: true })
    const ran = await check(env, '--json')
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 transaction infos'], 1])
    expect(rowOf(ran, 'transaction infos')?.change).toContain('node.openHistoryQueryWhenLiteFN = true')
  })

  it('names the setting that allows constant calls', async () => {
    const { env } = await start({ constantCalls: false })
    const ran = await check(env, '--json')
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 constant calls', '1 token'], 1])
    expect(rowOf(ran, 'constant calls')?.change).toBe('java-tron: set vm.supportConstant = true')
  })

  it('names a limit of a day that is below what the blocks take', async () => {
    const { env } = await start()
    const ran = await check({ ...env, MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_DAY: '50000' }, '--json')
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 calls a day'], 1])
    expect(rowOf(ran, 'calls a day')).toMatchObject({
      seen: 'about 97300 calls and 8.6 GB with one order open; the limit is 50000',
      change: expect.stringMatching(
        /^raise MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_DAY: blocks alone take 78300/,
      ),
    })
  })

  it('names two URLs of one provider, and a node that does not answer, without their keys', async () => {
    const { env } = await start()
    const dead = `http://127.0.0.1:${await freePort()}/a-secret-key`
    const url = `${env.MERCHANTPAY_TEST_TRC20_NODE_1_URL}`
    const ran = await check({ ...env, ...urlsOf('TRC20', url, dead, `${url}?key=another-secret`) }, '--json')
    expect(rowsBy('fail', ran)).toEqual(['1 provider', '2 reachable', '3 provider'])
    expect(rowOf(ran, 'provider')?.change).toContain('different providers')
    expect(ran.stdout).not.toMatch(/secret/)
    const [, , , ...rest] = documentsOf(ran).filter(({ node }) => String(node).startsWith('2'))
    expect(rest.filter(({ result }) => result === 'pass')).toMatchObject([
      { probe: 'provider' },
      { probe: 'call limits' },
      { probe: 'calls a day' },
    ])
  })
})

describe.skipIf(isAnvilSkipped)('nodes check on Ethereum', () => {
  let network: ServedNetwork

  beforeAll(async () => {
    network = await serveNetwork(Date.now() - 140 * 12_000)
    await network.anvil.mine(130)
    await network.token.transfer(network.token.accounts[1] ?? '', 5n)
    await network.anvil.mine(5)
  }, 60_000)
  afterAll(() => network?.anvil.stop())

  /** A node in front of anvil; `answer` may answer some calls itself, and leaves the others with undefined. */
  async function nodeOf(
    answer: (...call: Parameters<RpcAnswer>) => unknown = () => undefined,
  ): Promise<RpcServer> {
    const pass = passTo(network.anvil.url)
    const node = await RpcServer.start(
      async (method, params) => (await answer(method, params)) ?? pass(method, params),
    )
    onTestFinished(() => node.close())
    return node
  }
  const checkUrls = (...urls: string[]) => check({ ...network.env, ...urlsOf('ERC20', ...urls) }, '--json')

  it('passes two nodes of two providers', async () => {
    const ran = await checkUrls(network.anvil.url, (await nodeOf()).url)
    expect([rowsBy('fail', ran), rowsBy('skipped', ran), ran.status]).toEqual([[], [], 0])
    expect(rowsBy('pass', ran).slice(0, 15)).toEqual([
      '1 reachable',
      '1 chain id',
      '1 newest block',
      '1 token',
      '1 logs',
      '1 block receipts',
      '1 logs and receipts',
      '1 state',
      '1 estimate',
      '1 tip',
      '1 pending nonce',
      '1 batch',
      '1 provider',
      '1 call limits',
      '1 calls a day',
    ])
    expect(rowOf(ran, 'logs')?.seen).toBe('1 in a request for 50 blocks')
    expect(rowOf(ran, 'logs and receipts')?.seen).toMatch(/: 1 logs by number, 1 by hash, 1 in receipts$/)
    expect(rowOf(ran, 'state')?.seen).toBe('1 blocks back, 64 blocks back, 128 blocks back, finalized')
    expect(rowOf(ran, 'batch')?.seen).toBe('50 calls in a request')
  })

  it.each([-32_601, -32_600])('names a provider without block receipts (%d)', async (code) => {
    const node = await nodeOf()
    node.fail({ method: 'eth_getBlockReceipts', fault: { kind: 'error', code, message: 'not on your plan' } })
    const ran = await checkUrls(node.url)
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 block receipts'], 1])
    expect(rowOf(ran, 'block receipts')?.change).toContain(
      'eth_getBlockReceipts in MERCHANTPAY_TEST_ERC20_NODE_1_URL',
    )
    expect(rowOf(ran, 'logs and receipts')).toMatchObject({ result: 'skipped' })
  })

  it('passes a plan with narrow ranges and small batches, and says what it saw', async () => {
    const node = await nodeOf((method, params) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = (params[0] ?? {}) as Record<string, string>
      if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 10)
        throw new RpcError(
          -32_600,
          'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range',
        )
    })
    node.fail({ fault: { kind: 'refuse_batch', above: 10 } })
    const ran = await checkUrls(node.url)
    expect([rowsBy('fail', ran), ran.status]).toEqual([[], 0])
    expect(rowOf(ran, 'logs')?.seen).toMatch(/in a request for 10 blocks$/)
    expect(rowOf(ran, 'batch')?.seen).toBe('10 calls in a request')
  })

  it('waits where a plan limits the calls of a second', async () => {
    const node = await nodeOf()
    const fault = { kind: 'status', status: 429, headers: { 'retry-after': '1' } } as const
    node.fail({ method: 'eth_getLogs', times: 1, fault })
    const ran = await checkUrls(node.url)
    expect([rowsBy('fail', ran), node.hits, ran.status]).toEqual([[], 1, 0])
  })

  it('names a node that has pruned the states that the server reads', async () => {
    const head = await network.anvil.headNumber()
    const node = await nodeOf((method, params) => {
      const isOld =
        typeof params[1] === 'string' && (params[1] === 'finalized' || Number(params[1]) < head - 30)
      if (method === 'eth_call' && isOld)
        throw new RpcError(-32_000, 'missing trie node 8b1604e0d19d9be9 (path )')
    })
    const ran = await checkUrls(node.url)
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 state'], 1])
    expect(rowOf(ran, 'state')?.seen).toBe('not 64 blocks back, 128 blocks back, finalized')
  })

  it('names a node that leaves logs out, and one that is behind', async () => {
    const empty = await nodeOf((method) => (method === 'eth_getLogs' ? [] : undefined))
    const ran = await checkUrls(empty.url)
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 logs and receipts'], 1])
    const head = await network.anvil.headNumber()
    const late = await nodeOf((method, params) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? network.anvil.call(method, [`0x${(head - 10).toString(16)}`, false])
        : undefined,
    )
    const both = await checkUrls(network.anvil.url, late.url)
    expect([rowsBy('fail', both), both.status]).toEqual([['2 newest block'], 1])
    const [row] = documentsOf(both).filter(({ result }) => result === 'fail')
    expect(row?.seen).toMatch(/, 10 behind the highest node$/)
  })

  it('prints neither secrets nor control characters that a node sends', async () => {
    const node = await nodeOf((method) => {
      if (method !== 'eth_chainId') return undefined
      throw new RpcError(-32_000, '\u001b[2Jkey-of-a-plan is unknown\u202e')
    })
    const url = `${node.url}/key-of-a-plan`
    const ran = await check({ ...network.env, ...urlsOf('ERC20', url) })
    expect(ran.status).toBe(1)
    expect(ran.stdout).toContain('*** is unknown')
    for (const unsafe of ['key-of-a-plan', '\u001b', '\u202e']) expect(ran.stdout).not.toContain(unsafe)
  })

  it('checks only the chosen networks, and refuses a choice that no nodes serve', async () => {
    const env = { ...network.env, MERCHANTPAY_TEST_TRC20: 'sandbox' }
    const ran = await check(env, '--environment', 'test', '--network', 'TRC20')
    expect([ran.status, ran.stderr]).toEqual([1, 'no nodes serve such a network\n'])
    expect((await check(env, '--network', 'ERC20')).status).toBe(0)
  })
})
