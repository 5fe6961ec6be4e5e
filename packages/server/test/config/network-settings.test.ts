import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireWallets } from '../../src/compose/chains.js'
import { ConfigError, readConfig, writtenSettings } from '../../src/config/config.js'
import { NETWORKS, nodesOf, tokenOf } from '../../src/config/served-networks.js'
import { readVectors } from '../support/domain/vectors.js'

/** Extended public key of a private wallet. */
const XPUB =
  'xpub6CzHs5JuXBZw64x3N642kBXZZYfZw2qjD8epaiK2bgVHZcyqmMDUtKktXEXK6cA6iYfKKBtSbvuiDmmf75FnkVKQzzcSN2qdi6nyEXtoogV'
const [publicWallet] = readVectors<{ name: string; account_xpub: string }>('addresses.json')
const KEY = Buffer.alloc(32, 9).toString('base64')

const LIVE = {
  MERCHANTPAY_PUBLIC_URL: 'https://pay.example',
  MERCHANTPAY_MASTER_KEY: KEY,
  MERCHANTPAY_LIVE_ERC20: 'rpc',
  MERCHANTPAY_LIVE_ERC20_NODE_1_URL: 'https://node.example/v3/do-not-print',
  MERCHANTPAY_LIVE_ERC20_XPUB: XPUB,
}

/** Returns every fault of these settings, those of wallets included. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    requireWallets(readConfig(env))
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('a live network', () => {
  it('may be served when the settings are complete', () => {
    expect(faultsOf(LIVE)).toEqual([])
  })

  it('is refused with a clock that can be moved, and so is PostgreSQL', () => {
    const fault = expect.stringMatching(/^MERCHANTPAY_MOVABLE_CLOCK: only for one SQLite file/)
    const clock = { MERCHANTPAY_MOVABLE_CLOCK: 'on' }
    const key = { MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }
    expect(faultsOf({ ...LIVE, ...clock })).toContainEqual(fault)
    expect(faultsOf({ ...clock, ...key, MERCHANTPAY_DATABASE_URL: 'postgres://shop@localhost/pay' })).toEqual(
      [fault],
    )
    expect(faultsOf(clock)).toEqual([])
  })

  it('needs nodes and a wallet; the faults name each', () => {
    const { MERCHANTPAY_LIVE_ERC20_NODE_1_URL: _, MERCHANTPAY_LIVE_ERC20_XPUB: __, ...rest } = LIVE
    expect(faultsOf({ ...rest, MERCHANTPAY_LIVE_TRC20: 'rpc' })).toEqual([
      'MERCHANTPAY_LIVE_TRC20_NODE_1_URL: required while MERCHANTPAY_LIVE_TRC20 is rpc',
      'MERCHANTPAY_LIVE_TRC20_XPUB: required while MERCHANTPAY_LIVE_TRC20 is rpc',
      'MERCHANTPAY_LIVE_ERC20_NODE_1_URL: required while MERCHANTPAY_LIVE_ERC20 is rpc',
      'MERCHANTPAY_LIVE_ERC20_XPUB: required while MERCHANTPAY_LIVE_ERC20 is rpc',
    ])
  })

  it.each([
    ['a public URL in plain http', { MERCHANTPAY_PUBLIC_URL: 'http://pay.example' }],
    ['no public URL', { MERCHANTPAY_PUBLIC_URL: '' }],
  ])('is refused with %s', (_fault, env) => {
    expect(faultsOf({ ...LIVE, ...env })).toEqual([
      'MERCHANTPAY_PUBLIC_URL: expected an https URL while a live network is configured',
    ])
  })

  it('is refused without a configured master key', () => {
    expect(faultsOf({ ...LIVE, MERCHANTPAY_MASTER_KEY: '' })).toEqual([
      'MERCHANTPAY_MASTER_KEY: required while a live network is configured',
    ])
  })

  it.each(['http://node.example/v3/do-not-print', 'http://8.8.8.8:8545', 'http://[2606:4700::1]:8545'])(
    'is refused with an unencrypted node on a public host: %s',
    (urls) => {
      expect(faultsOf({ ...LIVE, MERCHANTPAY_LIVE_ERC20_NODE_1_URL: urls })).toEqual([
        'MERCHANTPAY_LIVE_ERC20_NODE_1_URL: expected https, or http to a host of your own network',
      ])
    },
  )

  it.each(['http://10.0.0.5:8545', 'http://geth:8545', 'http://127.0.0.1:8545', 'http://geth.internal:8545'])(
    'may use an unencrypted node of a private network: %s',
    (urls) => {
      expect(faultsOf({ ...LIVE, MERCHANTPAY_LIVE_ERC20_NODE_1_URL: urls })).toEqual([])
    },
  )

  it.each([
    ['a mistyped key', `${XPUB.slice(0, 40)}${XPUB[40] === 'a' ? 'b' : 'a'}${XPUB.slice(41)}`, /mistyped/],
    ['the wallet of a public mnemonic', publicWallet?.account_xpub ?? '', /public test mnemonic/],
  ])('is refused with %s', (_fault, xpub, reason) => {
    const [fault, ...more] = faultsOf({ ...LIVE, MERCHANTPAY_LIVE_ERC20_XPUB: xpub })
    expect(fault).toMatch(/^MERCHANTPAY_LIVE_ERC20_XPUB: /)
    expect(fault).toMatch(reason)
    expect(fault).not.toContain(xpub)
    expect(more).toEqual([])
  })

  it('is refused with a token that is not an address', () => {
    expect(faultsOf({ ...LIVE, MERCHANTPAY_LIVE_ERC20_TOKEN: 'USDT' })).toEqual([
      'MERCHANTPAY_LIVE_ERC20_TOKEN: not an address of ERC20',
    ])
  })

  it.each(['cold', `0x${'0'.repeat(39)}1`])(
    'is refused with a cold wallet that is no address: %s',
    (cold) => {
      expect(faultsOf({ ...LIVE, MERCHANTPAY_LIVE_ERC20_SWEEP_COLD: cold })).toEqual([
        'MERCHANTPAY_LIVE_ERC20_SWEEP_COLD: not an address of ERC20 that a key can spend from',
      ])
    },
  )
})

describe('a test network on nodes', () => {
  it('needs no https, and accepts a publicly known wallet', () => {
    expect(
      faultsOf({
        MERCHANTPAY_TEST_ERC20: 'rpc',
        MERCHANTPAY_TEST_ERC20_NODE_1_URL: 'http://node.example',
        MERCHANTPAY_TEST_ERC20_TOKEN: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        MERCHANTPAY_TEST_ERC20_XPUB: publicWallet?.account_xpub ?? '',
      }),
    ).toEqual([])
  })

  it('needs a configured token on ERC20', () => {
    expect(
      faultsOf({ MERCHANTPAY_TEST_ERC20: 'rpc', MERCHANTPAY_TEST_ERC20_NODE_1_URL: 'http://a' }),
    ).toEqual([
      'MERCHANTPAY_TEST_ERC20_TOKEN: required while MERCHANTPAY_TEST_ERC20 is rpc',
      'MERCHANTPAY_TEST_ERC20_XPUB: required while MERCHANTPAY_TEST_ERC20 is rpc',
    ])
  })
})

describe('the token of a network on nodes', () => {
  const tron = {
    MERCHANTPAY_TEST_TRC20: 'rpc',
    MERCHANTPAY_TEST_TRC20_NODE_1_URL: 'http://a',
    MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
  }
  const tokenAt = (env: Record<string, string>) => {
    const served = NETWORKS.find(({ name }) => name === 'MERCHANTPAY_TEST_TRC20')
    return served && tokenOf(readConfig({ ...tron, ...env }), served)
  }

  it.each([
    ['Nile by default', {}, 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'],
    ['Shasta', { MERCHANTPAY_TEST_TRC20_CHAIN_ID: '2494104990' }, 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'],
    [
      'one’s own',
      { MERCHANTPAY_TEST_TRC20_TOKEN: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' },
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    ],
  ])('is that of %s', (_what, env, token) => {
    expect(tokenAt(env)).toBe(token)
  })
})

describe('a screening service', () => {
  it('needs a secret to sign with', () => {
    expect(faultsOf({ MERCHANTPAY_SCREENING_URL: 'https://screening.example/do-not-print' })).toEqual([
      'MERCHANTPAY_SCREENING_SECRET: required while MERCHANTPAY_SCREENING_URL is set',
    ])
  })
})

describe('a node', () => {
  const served = NETWORKS.find(({ name }) => name === 'MERCHANTPAY_LIVE_ERC20') ?? NETWORKS[0]
  const node = (setting: string, at = 1) => `MERCHANTPAY_LIVE_ERC20_NODE_${at}_${setting}`
  const nodesFor = (env: Record<string, string>) =>
    served ? nodesOf(readConfig({ ...LIVE, ...env }), served) : []

  it('has its own key and limits, and the preferred one is first', () => {
    const env = {
      [node('KEY')]: 'Bearer one',
      [node('CALLS_PER_DAY')]: '1000',
      [node('URL', 3)]: 'https://other.example',
      [node('KEY', 3)]: 'three',
      [node('KEY_HEADER', 3)]: 'X-Api-Key',
      [node('CALLS_PER_SECOND', 3)]: '0',
    }
    expect(nodesFor(env)).toEqual([
      {
        url: 'https://node.example/v3/do-not-print',
        key: { header: 'Authorization', value: 'Bearer one' },
        callsPerDay: 1_000,
        callsPerSecond: 5,
      },
      {
        url: 'https://other.example',
        key: { header: 'X-Api-Key', value: 'three' },
        callsPerDay: 18_000,
        callsPerSecond: 0,
      },
    ])
  })

  it.each(['http://127.0.0.1:8545', 'http://[::1]:8545', 'http://192.168.1.9', 'http://geth:8545'])(
    'of our own has no limit by default: %s',
    (url) => {
      expect(nodesFor({ [node('URL')]: url })).toMatchObject([{ callsPerDay: 0, callsPerSecond: 0 }])
    },
  )

  it('at a provider has none where one setting says so', () => {
    expect(nodesFor({ MERCHANTPAY_NODE_DEFAULT_LIMITS: 'off' })).toMatchObject([
      { callsPerDay: 0, callsPerSecond: 0 },
    ])
  })

  it('has a key from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'merchantpay-key-')), 'key')
    writeFileSync(file, 'from a file\n')
    expect(nodesFor({ [node('KEY_FILE')]: file })).toMatchObject([{ key: { value: 'from a file' } }])
  })

  it('without a URL has no other setting', () => {
    expect(faultsOf({ ...LIVE, [node('KEY', 2)]: 'x', [node('CALLS_PER_DAY', 9)]: '1' })).toEqual([
      `${node('KEY', 2)}: there is no ${node('URL', 2)}`,
      `${node('CALLS_PER_DAY', 9)}: there is no ${node('URL', 9)}`,
    ])
    expect(faultsOf({ ...LIVE, [node('URL', 10)]: 'http://a' })).toEqual([
      expect.stringMatching(/^MERCHANTPAY_LIVE_ERC20_NODE_10_URL: unknown setting/),
    ])
  })

  it('of TRON may have a second URL for solidified blocks, and one of Ethereum may not', () => {
    const urls = (second: string) => ({ MERCHANTPAY_TEST_TRC20_NODE_1_URL: `http://a:8090|${second}` })
    expect(faultsOf(urls('http://a:8091'))).toEqual([])
    expect(faultsOf(urls('http://a|http://b'))).toEqual([
      'MERCHANTPAY_TEST_TRC20_NODE_1_URL: expected one http or https URL, or two with a bar between them',
    ])
    expect(faultsOf({ ...LIVE, [node('URL')]: 'https://a|https://b' })).toEqual([
      `${node('URL')}: expected one http or https URL`,
    ])
  })

  it.each([
    ['MERCHANTPAY_LIVE_ERC20_RPC_URLS', 'MERCHANTPAY_LIVE_ERC20_NODE_1_URL'],
    ['MERCHANTPAY_LIVE_TRC20_NODE_URLS_FILE', 'MERCHANTPAY_LIVE_TRC20_NODE_1_URL_FILE'],
    ['MERCHANTPAY_TEST_TRC20_API_KEY', 'MERCHANTPAY_TEST_TRC20_NODE_1_KEY'],
    ['MERCHANTPAY_TEST_TRC20_RPC_CALLS_PER_DAY', 'MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_DAY'],
    ['MERCHANTPAY_TEST_TRC20_DAILY_CALLS', 'MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_DAY'],
    ['MERCHANTPAY_TEST_TRC20_CALLS_PER_SECOND', 'MERCHANTPAY_TEST_TRC20_NODE_1_CALLS_PER_SECOND'],
  ])('has settings of its own instead of %s', (old, renamed) => {
    expect(faultsOf({ [old]: '1' })).toEqual([
      `${old}: renamed to ${renamed}, and _NODE_2_ for a second node`,
    ])
  })
})

describe('secrets of the networks', () => {
  it('are masked in printed settings', () => {
    const printed = JSON.stringify(
      writtenSettings({ ...LIVE, MERCHANTPAY_LIVE_TRC20_NODE_1_KEY: 'do-not-print' }),
    )
    expect(printed).not.toContain('do-not-print')
    expect(printed).not.toContain(XPUB)
  })

  it('do not appear in faults', () => {
    expect(
      faultsOf({ ...LIVE, MERCHANTPAY_LIVE_ERC20_NODE_1_URL: 'node.example/do-not-print' }).join(),
    ).not.toContain('do-not-print')
  })
})

describe('a remote signer', () => {
  const SIGNER = {
    MERCHANTPAY_LIVE_ERC20_SIGNER_URL: 'https://signer.example/sign',
    MERCHANTPAY_LIVE_ERC20_SIGNER_SECRET: 'secret-of-the-signer',
    MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
  }
  const without = (name: keyof typeof SIGNER) => faultsOf({ ...LIVE, ...SIGNER, [name]: '' })

  it('has a URL, a secret and the address of its wallet', () => {
    expect(faultsOf({ ...LIVE, ...SIGNER })).toEqual([])
    expect(without('MERCHANTPAY_LIVE_ERC20_SIGNER_SECRET')).toEqual([
      'MERCHANTPAY_LIVE_ERC20_SIGNER_SECRET: required while MERCHANTPAY_LIVE_ERC20_SIGNER_URL is set',
    ])
    expect(without('MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS')).toEqual([
      'MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS: required while MERCHANTPAY_LIVE_ERC20_SIGNER_URL is set',
    ])
    expect(without('MERCHANTPAY_LIVE_ERC20_SIGNER_URL')).toEqual([
      'MERCHANTPAY_LIVE_ERC20_SIGNER_SECRET: there is no MERCHANTPAY_LIVE_ERC20_SIGNER_URL',
      'MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS: there is no MERCHANTPAY_LIVE_ERC20_SIGNER_URL',
    ])
  })

  it('is refused beside a key file, and with the address of another network', () => {
    expect(faultsOf({ ...LIVE, ...SIGNER, MERCHANTPAY_LIVE_ERC20_SIGNER_KEY_FILE: '/key' })).toEqual([
      'MERCHANTPAY_LIVE_ERC20_SIGNER_KEY_FILE and MERCHANTPAY_LIVE_ERC20_SIGNER_URL: set one of them',
    ])
    const tron = { MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
    expect(faultsOf({ ...LIVE, ...SIGNER, ...tron })).toEqual([
      'MERCHANTPAY_LIVE_ERC20_SIGNER_ADDRESS: not an address of ERC20',
    ])
  })

  it('never has its URL or its secret printed', () => {
    const written = JSON.stringify(writtenSettings({ ...LIVE, ...SIGNER }))
    expect(written).not.toMatch(/signer\.example|secret-of-the-signer/)
  })
})
