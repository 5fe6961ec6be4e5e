import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sweepBuilder } from '../../src/chain/sweep-codec.js'
import { readSignature, signerOf } from '../../src/chain/wallet/recoverable-signature.js'
import { openSeedWallet } from '../../src/chain/wallet/seed-wallet.js'
import { usdt } from '../../src/domain/shared/money.js'
import { readSigned } from '../../src/domain/sweeps/file-reader.js'
import { fingerprint, planHash, planText } from '../../src/domain/sweeps/file-text.js'
import type { SweepPlan } from '../../src/domain/sweeps/sweep-file.js'
import { descriptionOf, NETWORKS, type Network } from '../../src/networks/networks.js'
import { encodeAddress } from '../../src/networks/spellings.js'
import { temporaryFolder } from '../support/server/folder.js'
import { accountOn, OfflineDesk, OTHER_WORDS, offline, planOn } from '../support/sweeps/offline.js'

const MOST_SECONDS = 60_000
const otherThan = (network: Network): Network => NETWORKS.find((each) => each !== network) ?? network

describe.each(NETWORKS)('sweeps sign on %s', (network) => {
  function desk(words?: string): OfflineDesk {
    const made = new OfflineDesk(temporaryFolder(), network, words)
    expect(made.pin()).toMatchObject({ status: 0, stderr: '' })
    return made
  }

  it(
    'signs the transfers of a plan with the keys of its addresses',
    async () => {
      const made = desk()
      const plan = planOn(network)
      const ran = made.sign(plan)
      expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('75.00 USDT of 3 addresses')])
      expect(ran.stdout).toContain(fingerprint(planHash(plan)))
      expect(statSync(made.path('signed.json')).mode & 0o777).toBe(0o600)
      const signed = readSigned(made.text('signed.json'))
      const build = await sweepBuilder(signed.plan)
      for (const [at, item] of signed.plan.items.entries()) {
        const { digest } = await build(item)
        const signature = readSignature(signed.signatures[at] ?? '')
        const signer = signature && signerOf(signature, digest)
        expect(signer && encodeAddress(network, signer)).toBe(item.address)
      }
      expect(made.sign(plan).stderr).toContain('signed.json exists')
    },
    MOST_SECONDS,
  )

  it('prints and writes no key and no word of the seed', async () => {
    const made = desk()
    const ran = made.sign(planOn(network))
    const wallet = await openSeedWallet(made.path('seed'), descriptionOf(network).accountPath)
    const written = ran.stdout + ran.stderr + made.text('signed.json') + made.text('pin.json')
    for (let index = 0; index < 30; index += 1) expect(written).not.toContain(wallet.keyAt(index))
    expect(written).not.toMatch(/abandon|xprv/)
  })

  it('signs nothing before the end of the destination is typed', () => {
    const made = desk()
    for (const typed of ['', 'yes', accountOn(network, 9).slice(-6)]) {
      const ran = made.sign(planOn(network), typed)
      expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining('nothing was signed')])
    }
    expect(made.signFile('').status).toBe(1)
    expect(() => made.text('signed.json')).toThrow()
  })

  const changedPlans: Record<string, [(plan: SweepPlan) => SweepPlan, string | RegExp]> = {
    'another network': [
      () => planOn(otherThan(network)),
      `the plan is for ${otherThan(network)}, and the pin for ${network}`,
    ],
    'another chain': [(plan) => ({ ...plan, chainId: 5 }), 'the plan is for chain 5'],
    'another token': [(plan) => ({ ...plan, token: accountOn(network, 3) }), 'the plan moves the token'],
    'another destination': [
      (plan) => ({ ...plan, destination: accountOn(network, 9) }),
      'as its cold wallet',
    ],
    'the hot wallet as the cold one': [(plan) => ({ ...plan, target: 'hot' }), 'as its hot wallet'],
    'more to the hot wallet than pinned': [
      (plan) => ({
        ...{ ...plan, target: 'hot', destination: accountOn(network, 8) },
        items: plan.items.map((item) => ({ ...item, amount: usdt(50_000_000_000n) })),
      }),
      'more than the 1000.00 of the pin',
    ],
    'an address of another index': [
      (plan) => ({ ...plan, items: plan.items.map((item) => ({ ...item, index: item.index + 1 })) }),
      'the seed derives',
    ],
    'an address that is not ours': [
      (plan) => ({
        ...plan,
        items: plan.items.map((item) => ({ ...item, address: accountOn(network, item.index) })),
      }),
      'the seed derives',
    ],
    'a higher cost than pinned': [
      (plan) => ({ ...plan, terms: { kind: 'gas', gasLimit: 10n ** 9n, maxFee: 10n ** 11n, tip: 0n } }),
      'more than the 100',
    ],
  }

  it.each(Object.entries(changedPlans))('refuses a plan with %s', (_, [change, why]) => {
    const ran = desk().sign(change(planOn(network)))
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringMatching(why)])
  })

  it('refuses a plan with an amount of 0, with an address twice, and one that was edited', () => {
    const made = desk()
    const text = planText(planOn(network))
    for (const edited of [
      text.replace('"25.00"', '"0.00"'),
      text.replace('"index":2', '"index":1'),
      `${text} `,
    ]) {
      made.write('plan.json', edited)
      expect(made.signFile('').status).toBe(1)
    }
  })

  it('refuses a pin that was edited', () => {
    const made = desk()
    const pin = made.text('pin.json')
    const cold = accountOn(network, 7)
    const edits = [
      pin.replace(cold, accountOn(network, 9)),
      pin.replace('"limit":"1000.00"', '"limit":"9000.00"'),
      pin.replace(/"max_cost":"1/, '"max_cost":"9'),
    ]
    for (const edited of edits) {
      expect(edited).not.toBe(pin)
      made.write('pin.json', edited)
      expect(made.sign(planOn(network)).stderr).toContain('the pin was changed after it was written')
    }
  })

  it('refuses another seed, another passphrase, another path, and a seed that others can read', () => {
    const made = desk()
    const seed = made.text('seed')
    for (const words of [OTHER_WORDS, `${seed}\npassphrase`]) {
      made.write('seed', words)
      expect(made.sign(planOn(network)).stderr).toContain('the seed is not the one of the pin')
    }
    made.write('seed', seed)
    const { accountPath } = descriptionOf(network)
    made.write('pin.json', made.text('pin.json').replace(accountPath, accountPath.replace(/[0-9]'$/, "9'")))
    expect(made.sign(planOn(network)).stderr).toContain('the seed is not the one of the pin')
    made.write('seed', seed.replace('about', 'abandon'))
    expect(made.sign(planOn(network)).stderr).toContain('not a recovery phrase of BIP-39')
  })
})

describe('sweeps pin', () => {
  it('shows the first address and a fingerprint to compare', () => {
    const ran = new OfflineDesk(temporaryFolder(), 'ERC20').pin()
    expect(ran.stdout).toContain('address 0     0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    expect(ran.stdout).toMatch(/^fingerprint {3}([0-9a-f]{4} ?){8}$/m)
  })

  it('accepts the change node of the account', () => {
    const other = new OfflineDesk(temporaryFolder(), 'ERC20')
    expect(other.pin('--path', "m/44'/60'/0'/0").stdout).toContain(
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    )
    expect(other.sign(planOn('ERC20')).status).toBe(0)
  })

  it.each([
    [['--cold', '0x0000000000000000000000000000000000000001'], 2],
    [['--max-cost', '1e3'], 2],
    [['--chain-id', '5', '--token', accountOn('ERC20', 7)], 2],
    [['--chain-id', '5'], 2],
    [['--path', "m/44'"], 1],
  ])('refuses %j', (args, status) => {
    const other = new OfflineDesk(temporaryFolder(), 'ERC20')
    expect(other.pin(...args).status).toBe(status)
  })

  it('takes the seed from a file only', () => {
    const { stderr } = offline(['sweeps', 'pin', '--network', 'ERC20', '--seed', 'abandon'])
    expect(stderr).toContain("Unknown option '--seed'")
  })
})
