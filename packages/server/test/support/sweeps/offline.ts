import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HDKey } from '@scure/bip32'
import { getBytes, Mnemonic } from 'ethers'
import { createAddressBook } from '../../../src/chain/wallet/address-book.js'
import type { SweepTerms } from '../../../src/domain/chain/sweep-terms.js'
import { usdt } from '../../../src/domain/shared/money.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { planText } from '../../../src/domain/sweeps/file-text.js'
import type { SweepPlan } from '../../../src/domain/sweeps/sweep-file.js'
import { descriptionOf } from '../../../src/networks/networks.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { readVectors } from '../domain/vectors.js'
import { CLI } from '../server/cli.js'
import type { Ran } from '../server/operator.js'

const PRELOAD = fileURLToPath(new URL('../preload/no-sockets.cjs', import.meta.url))
const HOUR_MS = 3_600_000

interface WalletVector {
  readonly name: string
  readonly mnemonic: string
}
const wallets = readVectors<WalletVector>('addresses.json')

/** The public mnemonic "abandon … about", whose account receives in these tests. */
export const WORDS = wallets.find(({ name }) => name.startsWith('abandon'))?.mnemonic ?? ''
/** Another public mnemonic. */
export const OTHER_WORDS = wallets.find(({ name }) => name.startsWith('junk'))?.mnemonic ?? ''

/** The extended public key of {@link WORDS}. */
export const xpubOn = (network: Network): string =>
  HDKey.fromMasterSeed(getBytes(Mnemonic.fromPhrase(WORDS).computeSeed())).derive(
    descriptionOf(network).accountPath,
  ).publicExtendedKey

/** An account that no key of the tests belongs to. */
export const accountOn = (network: Network, filling: number): string =>
  encodeAddress(network, Buffer.alloc(20, filling))

const NOW = Date.UTC(2026, 0, 1)

const GAS: SweepTerms = { kind: 'gas', gasLimit: 80_000n, maxFee: 2_000_000_000n, tip: 50_000_000n }
const ENERGY: SweepTerms = {
  ...{ kind: 'energy', feeLimit: 20_000_000n, byteCost: 345_000n, expectedCost: 15_000_000n },
  ...{ lentEnergy: 0, bytes: 350 },
  reference: { number: 1_000, hash: '00000000000003e8'.padEnd(64, 'a') },
  ...{ signedAt: NOW, expiresAt: NOW + 12 * HOUR_MS },
}

/** A plan for the first addresses of {@link WORDS}, with the values that {@link OfflineDesk.pin} pins. */
export function planOn(network: Network, changes: Partial<SweepPlan> = {}): SweepPlan {
  const book = createAddressBook(network, xpubOn(network))
  const { paymentsExpire, chains } = descriptionOf(network)
  const { live } = chains
  return {
    ...{ environment: 'live', network, chainId: live.chainId, token: live.token ?? '' },
    ...{
      target: 'cold',
      destination: accountOn(network, 7),
      plannedAt: NOW,
      terms: paymentsExpire ? ENERGY : GAS,
    },
    items: [1, 2, 3].map((index) => ({
      ...{ index, address: book.derive(index), amount: usdt(2_500_000_000n), nonce: 0 },
    })),
    ...changes,
  }
}

/** Runs a command without sockets and without settings. */
export const offline = (args: readonly string[], input = ''): Ran =>
  spawnSync(process.execPath, ['--require', PRELOAD, CLI, ...args], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
    input,
  })

/** Runs such a command while this process goes on: a node in it keeps its connections. */
export const offlineBeside = (args: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH }, encoding: 'utf8' } as const
    const command = ['--require', PRELOAD, CLI, ...args]
    const child = execFile(process.execPath, command, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
    child.stdin?.end(input)
  })

/** A folder with a seed, a pin and a plan. */
export class OfflineDesk {
  constructor(
    private readonly folder: string,
    readonly network: Network,
    words = WORDS,
  ) {
    this.write('seed', words)
  }

  path(name: string): string {
    return `${this.folder}/${name}`
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text, { mode: 0o600 })
    return this.path(name)
  }

  text(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  pin(...changes: string[]): Ran {
    return offline([
      ...['sweeps', 'pin', '--network', this.network, '--seed-file', this.path('seed')],
      ...['--cold', accountOn(this.network, 7), '--hot', accountOn(this.network, 8), '--hot-limit', '1000'],
      ...['--max-cost', '100', '--out', this.path('pin.json')],
      ...changes,
    ])
  }

  /** Signs a plan. @param typed replaces the end of the destination */
  sign(plan: SweepPlan, typed = plan.destination.slice(-6)): Ran {
    this.write('plan.json', planText(plan))
    return this.signFile(`${typed}\n`)
  }

  signFile(input: string): Ran {
    return offline(this.signArgs(), input)
  }

  /** The command that signs the plan of the folder. */
  signArgs(): string[] {
    return [
      ...['sweeps', 'sign', this.path('plan.json'), '--pin', this.path('pin.json')],
      ...['--seed-file', this.path('seed'), '--out', this.path('signed.json')],
    ]
  }
}
