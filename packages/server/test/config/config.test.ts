import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, skippedVariables, writtenSettings } from '../../src/config/config.js'
import { publicUrlOf } from '../../src/config/public-url.js'
import type { Setting } from '../../src/config/setting-values.js'
import { SETTINGS } from '../../src/config/settings.js'
import { renderDotEnv, renderHelp, renderJsonSchema, renderMarkdown } from '../../src/config/settings-docs.js'
import { parseBlock } from '../../src/domain/shared/ip.js'
import { amount, rate } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'

const NAMES = Object.values(SETTINGS).map((setting) => setting.name)
const KEY = Buffer.alloc(32, 9).toString('base64')

/** Returns every fault of these settings. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

function secretFile(text: string): string {
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, text)
  return file
}

/** Separates the lists of numbered settings from the others. */
function withoutLists(config: object): { config: object; lists: unknown[][] } {
  const numbered = new Set(
    Object.entries(SETTINGS).flatMap(([field, row]) => ('isNumbered' in row ? field : [])),
  )
  const entries = Object.entries(config)
  return {
    config: Object.fromEntries(entries.filter(([field]) => !numbered.has(field))),
    lists: entries.filter(([field]) => numbered.has(field)).map(([, list]) => list),
  }
}

describe('unset settings', () => {
  it('have defaults that start a server', () => {
    const { config, lists } = withoutLists(readConfig({}))
    expect(new Set(lists.flat())).toEqual(new Set([undefined]))
    expect(config).toEqual({
      host: '127.0.0.1',
      isClockMovable: false,
      isConsoleServed: false,
      port: 8080,
      publicUrl: undefined,
      database: { engine: 'sqlite', file: './data/merchantpay.db' },
      databaseReaders: 4,
      databaseWriters: 6,
      isSqliteReplicated: false,
      hasDefaultNodeLimits: true,
      masterKey: undefined,
      masterKeyPrevious: undefined,
      registration: 'open',
      registrationToken: undefined,
      rateLimitPerMinute: 60,
      registrationsPerHour: 5,
      orderExpirySeconds: 1_800,
      ratesUrl: undefined,
      ratesMaxAgeSeconds: 900,
      appAmountMin: amount('0.01'),
      appAmountMax: amount('200000'),
      appScheme: 'merchantpay',
      feeRates: { BASIC: rate('0.01'), STANDARD: rate('0.008'), PREMIUM: rate('0.005') },
      ledgerVerifyHour: 3,
      addressLimit: 1_000_000,
      unfinishedOrderLimit: 5_000,
      addressCooldownSeconds: 604_800,
      withdrawalFeeTrc20: amount('1.5'),
      withdrawalFeeErc20: amount('4'),
      withdrawalFeeBep20: amount('0.5'),
      withdrawalMinTrc20: amount('10'),
      withdrawalMinErc20: amount('10'),
      withdrawalMinBep20: amount('10'),
      refundMin: amount('1'),
      refundDailyLimit: undefined,
      withdrawalAutoLimit: amount('1000'),
      approvalByTwoAbove: undefined,
      withdrawalDailyLimit: amount('10000'),
      hasSingleOperator: false,
      withdrawalDestinations: 'required',
      withdrawalUnlistedLimit: 0n,
      operatorToken: undefined,
      webhookTimeoutMs: 10_000,
      webhookRetryDelaysMs: [0, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000],
      webhookAllowPrivate: [],
      webhookCaFile: undefined,
      testTrc20: 'sandbox',
      testErc20: 'sandbox',
      testBep20: 'off',
      liveTrc20: 'off',
      liveErc20: 'off',
      liveBep20: 'off',
      liveBep20ChainId: 56,
      liveBep20Token: '0x55d398326f99059fF775485246999027B3197955',
      liveBep20MaxFeeGwei: 5,
      liveBep20MaxFeePerWithdrawal: 5_000_000n,
      liveErc20ChainId: 1,
      liveErc20Token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      liveErc20Confirmations: 12,
      liveErc20MaxFeeGwei: 100,
      liveErc20MaxFeePerWithdrawal: 20_000_000n,
      liveTrc20ChainId: 728_126_428,
      liveTrc20Token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      liveTrc20FeeLimitTrx: 50,
      testBep20ChainId: 97,
      testBep20MaxFeeGwei: 5,
      testBep20MaxFeePerWithdrawal: 5_000_000n,
      testErc20ChainId: 11_155_111,
      testErc20Confirmations: 12,
      testErc20MaxFeeGwei: 100,
      testErc20MaxFeePerWithdrawal: 20_000_000n,
      testTrc20ChainId: 3_448_148_188,
      testTrc20Token: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      testTrc20FeeLimitTrx: 50,
      explorerTrc20: 'https://tronscan.org/#/transaction/{tx}',
      explorerErc20: 'https://etherscan.io/tx/{tx}',
      explorerBep20: 'https://bscscan.com/tx/{tx}',
      trustedProxies: [],
      keepAliveSeconds: 75,
      hstsSeconds: 31_536_000,
      checkoutFrameAncestors: "'none'",
      roles: new Set(['api', 'checkout', 'workers']),
      drainSeconds: 0,
      sandboxBlockMs: 1_000,
      alertMail: [],
      telegramUrl: 'https://api.telegram.org',
      logLevel: 'info',
    })
  })

  it('are the same when every variable is empty', () => {
    expect(readConfig(Object.fromEntries(NAMES.map((name) => [name.replace('<n>', '1'), ''])))).toEqual(
      readConfig({}),
    )
  })

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })
})

describe('a setting', () => {
  const accepted: Record<string, [text: string, field: keyof typeof SETTINGS, value: unknown]> = {
    'a port of any kind': ['65535', 'port', 65_535],
    'a free port': ['0', 'port', 0],
    'a public URL without its last slash': [
      'https://pay.example/shop/',
      'publicUrl',
      'https://pay.example/shop',
    ],
    'an absolute database path': [
      'file:/var/lib/books.db',
      'database',
      { engine: 'sqlite', file: '/var/lib/books.db' },
    ],
    'a master key': [KEY, 'masterKey', Buffer.alloc(32, 9)],
    'a closed registration': ['closed', 'registration', 'closed'],
    'a rate limit that is off': ['0', 'rateLimitPerMinute', 0],
    'the shortest window': ['60', 'orderExpirySeconds', 60],
    'the longest window': ['604800', 'orderExpirySeconds', 604_800],
    'an amount of eight decimals': ['0.00000001', 'appAmountMin', 1n],
    'a scheme with a plus': ['shop+pay', 'appScheme', 'shop+pay'],
    'fee rates in another order': [
      'PREMIUM=0,BASIC=0.5,STANDARD=0.000001',
      'feeRates',
      { BASIC: 500_000n, STANDARD: 1n, PREMIUM: 0n },
    ],
    'a fee of nothing': ['0', 'withdrawalFeeTrc20', 0n],
    'a minimum of its own': ['0.000001', 'withdrawalMinErc20', 100n],
    'an automatic limit of nothing': ['0', 'withdrawalAutoLimit', 0n],
    'a daily limit of nothing': ['0', 'withdrawalDailyLimit', 0n],
    'destinations that need no list': ['optional', 'withdrawalDestinations', 'optional'],
    'a daily limit of a hot wallet': ['5000', 'liveErc20WalletDailyLimit', 500_000_000_000n],
    'coins of a hot wallet': ['0.05', 'liveErc20CoinsMin', 0.05],
    'a limit for unlisted destinations': ['50', 'withdrawalUnlistedLimit', 5_000_000_000n],
    'an operator token': ['o'.repeat(32), 'operatorToken', 'o'.repeat(32)],
    'a schedule of its own': [
      '1,2,3,4,5,6',
      'webhookRetryDelaysMs',
      [1_000, 2_000, 3_000, 4_000, 5_000, 6_000],
    ],
    'allowed blocks with spaces between': [
      '127.0.0.0/8, ::1/128',
      'webhookAllowPrivate',
      [parseBlock('127.0.0.0/8'), parseBlock('::1/128')],
    ],
    'a network that is off': ['off', 'testErc20', 'off'],
    'a chain id': ['728126428', 'testErc20ChainId', 728_126_428],
    'no default limits of nodes': ['off', 'hasDefaultNodeLimits', false],
    'an explorer of its own': [
      'https://scan.example/{tx}?a=1',
      'explorerErc20',
      'https://scan.example/{tx}?a=1',
    ],
    'proxies in front': ['10.0.0.0/8', 'trustedProxies', [parseBlock('10.0.0.0/8')]],
    'a support page': ['https://shop.example/help', 'supportContact', 'https://shop.example/help'],
    'a page that some may embed': [
      "'self' https://*.shop.example:8443",
      'checkoutFrameAncestors',
      "'self' https://*.shop.example:8443",
    ],
    'a silent log': ['silent', 'logLevel', 'silent'],
  }
  for (const [what, [text, field, value]] of Object.entries(accepted)) {
    it(`may be ${what}`, () => {
      expect(readConfig({ [SETTINGS[field].name]: text })[field]).toEqual(value)
    })

    it(`may be ${what}, with white space around it`, () => {
      for (const written of [`${text}\n`, `${text}\r\n`, ` ${text}\t`])
        expect(readConfig({ [SETTINGS[field].name]: written })[field]).toEqual(value)
    })
  }

  const refused: [name: string, texts: string[], expected: string][] = [
    [
      'MERCHANTPAY_PORT',
      ['65536', '-1', '80.0', '0x50', '8 0', 'http'],
      'expected a whole number from 0 to 65535',
    ],
    [
      'MERCHANTPAY_PUBLIC_URL',
      [
        'pay.example',
        'ftp://pay.example',
        'https://pay.example?a=1',
        'https://pay.example#a',
        'https://a@pay.example',
      ],
      'expected an http or https URL without a query',
    ],
    [
      'MERCHANTPAY_DATABASE_URL',
      ['./books.db', 'file:', 'mysql://localhost/books', 'postgres://', 'postgres://a:b:c/d'],
      'expected file: and a path, or a postgres: URL',
    ],
    [
      'MERCHANTPAY_MASTER_KEY',
      ['short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64'), '0'.repeat(64)],
      'expected 32 bytes in base64',
    ],
    [
      'MERCHANTPAY_ROLES',
      ['api,web', 'API', ',', 'api,,workers'],
      'expected one or more of api, checkout, workers, separated by commas',
    ],
    ['MERCHANTPAY_REGISTRATION', ['Open', 'yes'], 'expected one of open, token, closed'],
    [
      'MERCHANTPAY_RATE_LIMIT_PER_MINUTE',
      ['-1', '1000001', '1e3'],
      'expected a whole number from 0 to 1000000',
    ],
    ['MERCHANTPAY_REGISTRATIONS_PER_HOUR', ['1000001', 'five'], 'expected a whole number from 0 to 1000000'],
    ['MERCHANTPAY_ORDER_EXPIRY_SECONDS', ['59', '604801'], 'expected a whole number from 60 to 604800'],
    ['MERCHANTPAY_APP_AMOUNT_MIN', ['0', '-1', '1e3', '0.000000001'], 'expected an amount of USDT above 0'],
    ['MERCHANTPAY_APP_AMOUNT_MAX', ['0.00', '1000000000'], 'expected an amount of USDT above 0'],
    [
      'MERCHANTPAY_APP_SCHEME',
      ['Shop', '1pay', 'shop:', 'a'.repeat(33)],
      'expected a URI scheme in lower case',
    ],
    [
      'MERCHANTPAY_FEE_RATES',
      ['BASIC=0.500001,STANDARD=0,PREMIUM=0', 'STANDARD=0.008,PREMIUM=0.005', 'BASIC,STANDARD=0,PREMIUM=0'],
      'expected a fraction up to 0.5 for BASIC',
    ],
    [
      'MERCHANTPAY_FEE_RATES',
      ['BASIC=0.01,STANDARD=0.008', 'BASIC=0.01,STANDARD=0.008,PREMIUM=1%'],
      'expected a fraction up to 0.5 for PREMIUM',
    ],
    ['MERCHANTPAY_ADDRESS_LIMIT', ['0', '1000001'], 'expected a whole number from 1 to 1000000'],
    ['MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS', ['31536001'], 'expected a whole number from 0 to 31536000'],
    ['MERCHANTPAY_WITHDRAWAL_MIN_TRC20', ['0', '-1', '1000000000'], 'expected an amount of USDT above 0'],
    ['MERCHANTPAY_WITHDRAWAL_FEE_ERC20', ['-1', '1e3', '1000000000'], 'expected an amount of USDT'],
    ['MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT', ['none', '-1'], 'expected an amount of USDT'],
    [
      'MERCHANTPAY_OPERATOR_TOKEN',
      ['o'.repeat(31), `${'o'.repeat(31)} o`, 'o'.repeat(513)],
      'expected 32 to 512 printable characters without spaces',
    ],
    ['MERCHANTPAY_WEBHOOK_TIMEOUT_MS', ['99', '60001'], 'expected a whole number from 100 to 60000'],
    [
      'MERCHANTPAY_WEBHOOK_RETRY_DELAYS',
      ['0,60,300,1800,7200', '0,1,2,3,4,5,6'],
      'expected six numbers of seconds',
    ],
    [
      'MERCHANTPAY_WEBHOOK_RETRY_DELAYS',
      ['0,60,300,1800,7200,', '0,1,2,3,4,2592001'],
      'expected a whole number from 0 to 2592000',
    ],
    ['MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE', ['10.0.0.0'], 'not a CIDR block: 10.0.0.0'],
    ['MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE', ['10.0.0.0/8,lan'], 'not a CIDR block: lan'],
    ['MERCHANTPAY_TEST_TRC20', ['on', 'mainnet'], 'expected one of sandbox, rpc, off'],
    ['MERCHANTPAY_TEST_ERC20', ['true'], 'expected one of sandbox, rpc, off'],
    ['MERCHANTPAY_LIVE_ERC20', ['on', 'RPC'], 'expected one of rpc, off'],
    ['MERCHANTPAY_LIVE_TRC20', ['sandbox'], 'the sandbox moves no real tokens; expected one of rpc, off'],
    [
      'MERCHANTPAY_LIVE_ERC20_NODE_1_URL',
      ['a.example', 'https://a.example,https://b.example', 'ws://a.example', 'https://a.example|'],
      'expected one http or https URL',
    ],
    [
      'MERCHANTPAY_TEST_ERC20_CHAIN_ID',
      ['0', '0x1', '1e3', '99999999999999999'],
      'expected a chain id, a whole number above 0',
    ],
    ['MERCHANTPAY_LIVE_ERC20_CONFIRMATIONS', ['0', '201'], 'expected a whole number from 1 to 200'],
    ['MERCHANTPAY_LIVE_TRC20_FEE_LIMIT_TRX', ['0', 'all'], 'expected a whole number from 1 to 100000'],
    [
      'MERCHANTPAY_EXPLORER_TRC20',
      ['https://scan.example', 'http://scan.example/{tx}', 'https://scan.example/{tx}/{tx}'],
      'expected an https URL with {tx} where the hash belongs',
    ],
    [
      'MERCHANTPAY_SCREENING_URL',
      ['screening.example', 'ftp://screening.example'],
      'expected an http or https URL',
    ],
    ...['MERCHANTPAY_SCREENING_SECRET', 'MERCHANTPAY_ALERT_SECRET'].map(
      (name): [string, string[], string] => [
        name,
        ['short', `sk_live_${'x'.repeat(43)}`, `mk_test_${'x'.repeat(24)}`],
        'expected 16 to 512 printable characters without spaces, and no API key',
      ],
    ),
    ['MERCHANTPAY_TRUSTED_PROXIES', ['proxy.local'], 'not a CIDR block: proxy.local'],
    ['MERCHANTPAY_KEEP_ALIVE_SECONDS', ['0', '3601'], 'expected a whole number from 1 to 3600'],
    ['MERCHANTPAY_HSTS_SECONDS', ['-1', '63072001'], 'expected a whole number from 0 to 63072000'],
    [
      'MERCHANTPAY_SUPPORT_CONTACT',
      ['help', 'http://shop.example', 'javascript:alert(1)', 'a@b@c'],
      'expected an e-mail address or an https URL',
    ],
    [
      'MERCHANTPAY_CHECKOUT_FRAME_ANCESTORS',
      [
        '*',
        'https:',
        "'none' https://shop.example",
        'https://shop.example; script-src *',
        'http://shop.example',
      ],
      "expected 'none', or 'self' and https origins, separated by spaces",
    ],
    [
      'MERCHANTPAY_SMTP_URL',
      [
        'mail.example',
        'http://mail.example',
        'smtp://',
        'smtp://mail.example/box',
        'smtps://mail.example?tls=no',
      ],
      'expected smtp: or smtps: with a host, and no path or query',
    ],
    [
      'MERCHANTPAY_MAIL_FROM',
      ['pay', 'Pay <pay@provider.example>', 'a@b@c', 'pay@provider.example\nBcc: x@evil.example'],
      'expected a mail address',
    ],
    [
      'MERCHANTPAY_TELEGRAM_TOKEN',
      ['token', '4242', '4242:short', 'bot4242:fake-token-of-the-bot-on-loopback'],
      'expected a number, a colon and 20 to 100 characters',
    ],
    [
      'MERCHANTPAY_TELEGRAM_URL',
      ['api.telegram.org', 'ftp://api.telegram.org', 'https://user:pass@api.telegram.org'],
      'expected an http or https URL without a query',
    ],
    [
      'MERCHANTPAY_ALERT_MAIL',
      ['ada', 'ada@provider.example;mira@provider.example'],
      'expected a mail address',
    ],
    ['MERCHANTPAY_SANDBOX_BLOCK_MS', ['9', '3600001'], 'expected a whole number from 10 to 3600000'],
    ['MERCHANTPAY_LOG_LEVEL', ['INFO'], 'expected one of fatal, error, warn, info, debug, trace, silent'],
  ]
  for (const [name, texts, expected] of refused) {
    for (const text of texts) {
      it(`is a fault of ${name} with ${text}`, () => {
        expect(faultsOf({ [name]: text })).toEqual([`${name}: ${expected}`])
      })
    }
  }

  it('is named with every other fault at once', () => {
    const faults = faultsOf({
      MERCHANTPAY_PORT: 'http',
      MERCHANTPAY_LOG_LEVEL: 'loud',
      MERCHANTPAY_HOTS: '0.0.0.0',
      MERCHANTPAY_FEE_RATES: 'none',
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'MERCHANTPAY_HOTS',
      'MERCHANTPAY_PORT',
      'MERCHANTPAY_FEE_RATES',
      'MERCHANTPAY_LOG_LEVEL',
    ])
  })

  it('a setting that conflicts with another is a fault', () => {
    expect(faultsOf({ MERCHANTPAY_REGISTRATION: 'token' })).toEqual([
      'MERCHANTPAY_REGISTRATION_TOKEN: required while MERCHANTPAY_REGISTRATION is token',
    ])
    expect(faultsOf({ MERCHANTPAY_APP_AMOUNT_MIN: '2', MERCHANTPAY_APP_AMOUNT_MAX: '1' })).toEqual([
      'MERCHANTPAY_APP_AMOUNT_MIN: above MERCHANTPAY_APP_AMOUNT_MAX',
    ])
    expect(faultsOf({ MERCHANTPAY_APP_AMOUNT_MIN: '1', MERCHANTPAY_APP_AMOUNT_MAX: '1' })).toEqual([])
    expect(faultsOf({ MERCHANTPAY_ALERT_URL: 'http://alerts.internal/' })).toEqual([
      'MERCHANTPAY_ALERT_URL and MERCHANTPAY_ALERT_SECRET: set both or neither',
    ])
    expect(faultsOf({ MERCHANTPAY_ALERT_MAIL: 'ada@provider.example, mira@provider.example' })).toEqual([
      'MERCHANTPAY_ALERT_MAIL: needs MERCHANTPAY_SMTP_URL',
    ])
    expect(faultsOf({ MERCHANTPAY_MAIL_FROM: 'pay@provider.example' })).toEqual([
      'MERCHANTPAY_SMTP_URL and MERCHANTPAY_MAIL_FROM: set both or neither',
    ])
  })

  it.each([
    [{}, 0],
    [{ MERCHANTPAY_PUBLIC_URL: 'http://localhost:8080' }, 0],
    [{ MERCHANTPAY_PUBLIC_URL: 'http://[::1]:8080' }, 0],
    [{ MERCHANTPAY_PUBLIC_URL: 'https://pay.example' }, 0],
    [{ MERCHANTPAY_PUBLIC_URL: 'http://pay.example' }, 1],
    [{ MERCHANTPAY_HOST: '192.0.2.1' }, 1],
    [{ MERCHANTPAY_HOST: '127.0.0.1.example' }, 1],
  ])('a setting of the console needs https or loopback: %j', (env, faults) => {
    expect(faultsOf({ MERCHANTPAY_CONSOLE: 'on', ...env })).toHaveLength(faults)
    expect(faultsOf({ MERCHANTPAY_CONSOLE: 'off', ...env })).toEqual([])
  })
})

it.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, isSecure: false, login: undefined }],
  [
    'smtps://pay%40shop.example:p%40ss%2F@mail.example:2465/',
    {
      host: 'mail.example',
      port: 2465,
      isSecure: true,
      login: { user: 'pay@shop.example', pass: 'p@ss/' },
    },
  ],
  ['smtps://[::1]', { host: '::1', port: 465, isSecure: true, login: undefined }],
])('the mail server of %s', (url, expected) => {
  const env = { MERCHANTPAY_SMTP_URL: url, MERCHANTPAY_MAIL_FROM: 'Pay@Provider.Example' }
  expect(readConfig(env)).toMatchObject({ smtpServer: expected, mailFrom: 'pay@provider.example' })
})

it.each([
  [{ MERCHANTPAY_HOST: '127.0.0.1' }, 'http://127.0.0.1:8080'],
  [{ MERCHANTPAY_HOST: '::1' }, 'http://[::1]:8080'],
  [
    { MERCHANTPAY_HOST: '::1', MERCHANTPAY_PUBLIC_URL: 'https://pay.example/shop' },
    'https://pay.example/shop',
  ],
])('the URL that commands print, with %j, is %s', (env, url) => {
  expect(publicUrlOf(readConfig({ MERCHANTPAY_PORT: '8080', ...env }))).toBe(url)
})

describe('a variable that Kubernetes makes for a Service', () => {
  const links = (service: string, address: string, host = address) => ({
    [`${service}_SERVICE_HOST`]: address,
    [`${service}_SERVICE_PORT`]: '80',
    [`${service}_SERVICE_PORT_HTTP`]: '80',
    [`${service}_PORT`]: `tcp://${host}:80`,
    [`${service}_PORT_80_TCP`]: `tcp://${host}:80`,
    [`${service}_PORT_80_TCP_PROTO`]: 'tcp',
    [`${service}_PORT_80_TCP_PORT`]: '80',
    [`${service}_PORT_80_TCP_ADDR`]: address,
  })

  it.each([
    ['merchantpay', links('MERCHANTPAY', '10.0.0.1')],
    ['merchantpay, with an IPv6 address', links('MERCHANTPAY', 'fd00::1', '[fd00::1]')],
    ['merchantpay-postgres', links('MERCHANTPAY_POSTGRES', '10.0.0.2')],
    ['merchantpay-metrics, whose port has the name of a setting', links('MERCHANTPAY_METRICS', '10.0.0.3')],
  ])('is skipped: %s', (_, env) => {
    expect(readConfig(env)).toEqual(readConfig({}))
    expect(writtenSettings(env)).toEqual(writtenSettings({}))
    expect(skippedVariables({ ...env, PATH: '/bin', REDIS_PORT: 'tcp://10.0.0.4:6379' })).toEqual(
      Object.keys(env),
    )
  })

  it('is a faulty setting when its value has another shape', () => {
    const other = {
      MERCHANTPAY_PORT: 'tcp://merchantpay:80',
      MERCHANTPAY_METRICS_PORT: '10.0.0.1:80',
      MERCHANTPAY_SERVICE_HOST: 'pay.example',
      MERCHANTPAY_PORT_80_TCP_PROTO: 'http',
      MERCHANTPAY_PORT_80_HTTP: 'tcp://10.0.0.1:80',
    }
    const named = faultsOf(other).map((fault) => fault.split(':')[0])
    expect(named.sort()).toEqual(Object.keys(other).sort())
    expect(readConfig({ MERCHANTPAY_PORT: '80', MERCHANTPAY_SERVICE_PORT: '80' }).port).toBe(80)
  })
})

describe('an unknown name', () => {
  const nearest: Record<string, string> = {
    MERCHANTPAY_PROT: 'MERCHANTPAY_PORT',
    MERCHANTPAY_HOSTS: 'MERCHANTPAY_HOST',
    MERCHANTPAY_DATABASE_URI: 'MERCHANTPAY_DATABASE_URL',
    MERCHANTPAY_MASTERKEY: 'MERCHANTPAY_MASTER_KEY',
    MERCHANTPAY_MASTER_KEYFILE: 'MERCHANTPAY_MASTER_KEY_FILE',
    MERCHANTPAY_FEE_RATE: 'MERCHANTPAY_FEE_RATES',
    MERCHANTPAY_PORT_FILE: 'MERCHANTPAY_PORT',
  }
  for (const [name, known] of Object.entries(nearest)) {
    it(`is a fault that suggests the nearest one: ${name}`, () => {
      expect(faultsOf({ [name]: '1' })).toEqual([`${name}: unknown setting; did you mean ${known}?`])
    })
  }

  it.each([
    ['MERCHANTPAY_TEST_TRC20_MAX_FEE_TRX', 'MERCHANTPAY_TEST_TRC20_FEE_LIMIT_TRX'],
    ['MERCHANTPAY_SCREENING_DENY_FILE', 'MERCHANTPAY_SCREENING_DENYLIST_FILE'],
  ])('names the setting that replaced it: %s', (name, renamed) => {
    expect(faultsOf({ [name]: '1' })).toEqual([`${name}: renamed to ${renamed}`])
  })

  it('is accepted when it belongs to the SDK', () => {
    const client = {
      MERCHANTPAY_BASE_URL: 'http://127.0.0.1:8080',
      MERCHANTPAY_KEY_ID: 'mk_test_1',
      MERCHANTPAY_SECRET: 'x',
    }
    expect(faultsOf(client)).toEqual([])
  })

  it('is accepted when it belongs to another program', () => {
    expect(faultsOf({ PATH: '/bin', MERCHANT_PORT: '1', merchantpay_port: '1' })).toEqual([])
  })
})

describe('a secret setting', () => {
  it('may come from a file, with white space around it', () => {
    const env = { MERCHANTPAY_MASTER_KEY_FILE: secretFile(`${KEY}\n`) }
    expect(readConfig(env).masterKey).toEqual(Buffer.alloc(32, 9))
  })

  it('a secret setting in quotation marks is refused by name, from a variable and from a file', () => {
    const fault = 'in quotation marks, which docker run --env-file keeps: remove them'
    const secrets = Object.values(SETTINGS).filter((setting: Setting<unknown>) => setting.isSecret)
    for (const { name: written } of secrets) {
      const name = written.replace('<n>', '2')
      expect(faultsOf({ [name]: `"${KEY}"` })).toEqual([`${name}: ${fault}`])
      expect(faultsOf({ [name]: `'${KEY}'\r\n` })).toEqual([`${name}: ${fault}`])
      expect(faultsOf({ [`${name}_FILE`]: secretFile(`"${KEY}"\n`) })).toEqual([`${name}: ${fault}`])
    }
    expect(faultsOf({ MERCHANTPAY_PORT: '"8080"' })).toEqual([`MERCHANTPAY_PORT: ${fault}`])
    expect(faultsOf({ MERCHANTPAY_CHECKOUT_FRAME_ANCESTORS: "'none'" })).toEqual([])
  })

  it('is a fault when its file contains no valid value', () => {
    expect(faultsOf({ MERCHANTPAY_MASTER_KEY_FILE: secretFile('short\n') })).toEqual([
      'MERCHANTPAY_MASTER_KEY: expected 32 bytes in base64',
    ])
  })

  it('is a fault when its file is missing', () => {
    const [fault, ...more] = faultsOf({
      MERCHANTPAY_REGISTRATION_TOKEN_FILE: join(temporaryFolder(), 'none'),
    })
    expect(fault).toMatch(/^MERCHANTPAY_REGISTRATION_TOKEN: ENOENT/)
    expect(more).toEqual([])
  })

  it('never appears in a fault', () => {
    const secret = 'do-not-print-this'
    expect(faultsOf({ MERCHANTPAY_MASTER_KEY: secret }).join()).not.toContain(secret)
  })

  it('is masked in printed settings, whether from a variable or a file', () => {
    const printed = writtenSettings({
      MERCHANTPAY_MASTER_KEY: KEY,
      MERCHANTPAY_REGISTRATION_TOKEN_FILE: '/run/token',
    })
    expect(printed).toContainEqual({ name: 'MERCHANTPAY_MASTER_KEY', value: '********' })
    expect(printed).toContainEqual({ name: 'MERCHANTPAY_REGISTRATION_TOKEN', value: '********' })
    expect(JSON.stringify(printed)).not.toContain(KEY)
    expect(JSON.stringify(printed)).not.toContain('/run/token')
  })
})

describe('PostgreSQL', () => {
  const url = 'postgres://books:do-not-print@db.example/books'

  it('is the database of a PostgreSQL URL', () => {
    const config = readConfig({ MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: KEY })
    expect(config.database).toEqual({ engine: 'postgres', url, pool: { readers: 4, writers: 6 } })
  })

  it('has a pool of the size that is set', () => {
    const sizes = { MERCHANTPAY_DATABASE_READERS: '8', MERCHANTPAY_DATABASE_WRITERS: '12' }
    const config = readConfig({ MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: KEY, ...sizes })
    expect(config.database).toMatchObject({ pool: { readers: 8, writers: 12 } })
    expect(() => readConfig({ MERCHANTPAY_DATABASE_WRITERS: '0' })).toThrow('MERCHANTPAY_DATABASE_WRITERS')
  })

  it('has a standby for stale reads, which a SQLite file has not', () => {
    const standby = { MERCHANTPAY_DATABASE_READ_URL: 'postgres://books@standby.example/books' }
    const config = readConfig({ MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: KEY, ...standby })
    expect(config.database).toMatchObject({ url, readUrl: 'postgres://books@standby.example/books' })
    expect(faultsOf(standby)).toEqual([
      'MERCHANTPAY_DATABASE_READ_URL: only for PostgreSQL, since a SQLite file has no standby',
    ])
    expect(faultsOf({ MERCHANTPAY_DATABASE_READ_URL: 'file:standby.db' })).toEqual([
      'MERCHANTPAY_DATABASE_READ_URL: expected a postgres: URL',
    ])
  })

  it('requires a master key', () => {
    expect(faultsOf({ MERCHANTPAY_DATABASE_URL: url })).toEqual([
      'MERCHANTPAY_MASTER_KEY: required while MERCHANTPAY_DATABASE_URL is PostgreSQL',
    ])
  })

  it('is required by a server without all roles', () => {
    const env = { MERCHANTPAY_ROLES: 'workers, api' }
    expect(faultsOf(env)).toEqual([
      'MERCHANTPAY_ROLES: a SQLite file has one server, which needs all roles; PostgreSQL can have several',
    ])
    const config = readConfig({ ...env, MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: KEY })
    expect(config.roles).toEqual(new Set(['api', 'workers']))
  })

  it('has its URL masked in printed settings', () => {
    const printed = writtenSettings({ MERCHANTPAY_DATABASE_URL: url })
    expect(printed).toContainEqual({ name: 'MERCHANTPAY_DATABASE_URL', value: '********' })
  })
})

describe('printed settings', () => {
  it('are those that have a value', () => {
    const printed = writtenSettings({ MERCHANTPAY_PORT: '9000' })
    expect(printed).toContainEqual({ name: 'MERCHANTPAY_PORT', value: '9000' })
    expect(printed).toContainEqual({ name: 'MERCHANTPAY_HOST', value: '127.0.0.1' })
    expect(printed.map(({ name }) => name)).not.toContain('MERCHANTPAY_PUBLIC_URL')
  })

  it('can be read back as the same settings', () => {
    const env = { MERCHANTPAY_PORT: '9000', MERCHANTPAY_FEE_RATES: 'BASIC=0.02,STANDARD=0.01,PREMIUM=0' }
    const printed = Object.fromEntries(writtenSettings(env).map(({ name, value }) => [name, value]))
    expect(readConfig(printed)).toEqual(readConfig(env))
  })
})

describe('the documentation of the settings', () => {
  const committed = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

  it('matches the committed .env.example', () => {
    expect(renderDotEnv()).toBe(committed('.env.example'))
  })

  it('matches the committed docs/settings.md', () => {
    expect(renderMarkdown()).toBe(committed('docs/settings.md'))
  })

  it('matches the committed docs/settings.schema.json', () => {
    expect(renderJsonSchema()).toBe(committed('docs/settings.schema.json'))
  })

  it('has one line per setting in the help', () => {
    const lines = renderHelp().split('\n')
    expect(lines.map((line) => line.trim().split(/\s/)[0])).toEqual(NAMES)
    expect(lines[1]).toMatch(/MERCHANTPAY_PORT {2,}Port to listen on; .* \[8080\]$/)
  })

  it('sets nothing in the example file', () => {
    const set = renderDotEnv()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(set).toEqual([])
  })
})
