import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sweepBuilder } from '../../src/chain/sweep-codec.js'
import { readSignature, signerOf } from '../../src/chain/wallet/recoverable-signature.js'
import { openSeedWallet } from '../../src/chain/wallet/seed-wallet.js'
import { readSigned } from '../../src/domain/sweeps/file-reader.js'
import { fingerprint, planHash } from '../../src/domain/sweeps/file-text.js'
import type { SweepPlan } from '../../src/domain/sweeps/sweep-file.js'
import { descriptionOf, NETWORKS } from '../../src/networks/networks.js'
import { encodeAddress } from '../../src/networks/spellings.js'
import { temporaryFolder } from '../support/server/folder.js'
import { accountOn, OfflineDesk, offline, planOn } from '../support/sweeps/offline.js'

const MOST_SECONDS = 60_000

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

  it('refuses a changed plan, a changed pin and a seed that is no recovery phrase, and signs nothing', () => {
    const made = desk()
    const plan = planOn(network)
    const [seed, pin] = [made.text('seed'), made.text('pin.json')]
    const refused = (why: string, changes: Partial<SweepPlan> = {}) => {
      const ran = made.sign({ ...plan, ...changes })
      expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining(why)])
      expect(() => made.text('signed.json')).toThrow()
    }
    refused('the plan is for chain 5', { chainId: 5 })
    made.write('pin.json', pin.replace(accountOn(network, 7), accountOn(network, 9)))
    refused('the pin was changed after it was written')
    made.write('pin.json', pin)
    made.write('seed', seed.replace('about', 'abandon'))
    refused('not a recovery phrase of BIP-39')
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
