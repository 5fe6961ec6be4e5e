import { type DevnodeOptions, startTronDevnode, type TronDevnode } from '@merchantpay/tron-devnode'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { TRON_CHAIN_ID, XPUB } from '../support/nodes/tron.js'
import { TronToken } from '../support/nodes/tron-token.js'
import { temporaryFolder } from '../support/server/folder.js'
import { commandBeside, documentsOf, type Ran } from '../support/server/operator.js'

const URLS = 'MERCHANTPAY_TEST_TRC20_NODE_URLS'
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
  const settings = (urls: string, token: TronToken) => ({
    MERCHANTPAY_TEST_TRC20: 'rpc',
    [URLS]: urls,
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
    ])
    expect(rowsBy('skipped', ran)).toEqual(['1 provider'])
    expect(rowOf(ran, 'broadcast')).toMatchObject({
      seen: 'refuses unsigned bytes with SIGERROR',
      change: null,
    })
  })

  it('names the second port where only that of the full node is set', async () => {
    const { node, env } = await start()
    const ran = await check({ ...env, [URLS]: node.url }, '--json')
    expect([rowsBy('fail', ran), ran.status]).toEqual([['1 walletsolidity'], 1])
    expect(rowOf(ran, 'walletsolidity')).toMatchObject({
      seen: 'HTTP 404',
      change: expect.stringMatching(
        /`node.http.solidityPort`, 8091: name it in MERCHANTPAY_TEST_TRC20_NODE_URLS/,
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
    expect(rowOf(ran, 'constant calls')?.change).toBe('java-tron: set `vm.supportConstant = true`')
  })

  it('names two URLs of one provider, and a node that does not answer, without their keys', async () => {
    const { env } = await start()
    const dead = `http://127.0.0.1:${await freePort()}/a-secret-key`
    const ran = await check({ ...env, [URLS]: `${env[URLS]},${dead},${env[URLS]}?key=another-secret` }, '--json')
    expect(rowsBy('fail', ran)).toEqual(['1 provider', '2 reachable', '3 provider'])
    expect(rowOf(ran, 'provider')?.change).toContain('different providers')
    expect(ran.stdout).not.toMatch(/secret/)
    const [, , , ...rest] = documentsOf(ran).filter(({ node }) => String(node).startsWith('2'))
    expect(rest.filter(({ result }) => result === 'pass')).toMatchObject([
      { probe: 'provider' },
      { probe: 'call limits' },
    ])
  })
})
