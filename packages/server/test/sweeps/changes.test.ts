import { rmSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sweepBuilder } from '../../src/chain/sweep-codec.js'
import { createAddressBook } from '../../src/chain/wallet/address-book.js'
import { signatureText, signHash } from '../../src/chain/wallet/recoverable-signature.js'
import { openSeedWallet } from '../../src/chain/wallet/seed-wallet.js'
import { Args } from '../../src/commands/command.js'
import { buildSigned } from '../../src/commands/sweeps/file-transactions.js'
import { sign } from '../../src/commands/sweeps/sign.js'
import { SWEEP_COMMANDS } from '../../src/commands/table/sweeps.js'
import type { SweepTerms } from '../../src/domain/chain/sweep-terms.js'
import { usdt } from '../../src/domain/shared/money.js'
import { readSigned } from '../../src/domain/sweeps/file-reader.js'
import { pinText, planText, sealedText, signedText } from '../../src/domain/sweeps/file-text.js'
import { requireCurrent } from '../../src/domain/sweeps/plan-limits.js'
import type { SignedSweeps, SweepItem, SweepPin, SweepPlan } from '../../src/domain/sweeps/sweep-file.js'
import { descriptionOf, NETWORKS, type Network } from '../../src/networks/networks.js'
import { makeScratchFolder } from '../support/storage/scratch-folder.js'
import { accountOn, OTHER_WORDS, planOn, WORDS, xpubOn } from '../support/sweeps/offline.js'

const DAY_MS = 24 * 3_600_000
const [, SIGN] = SWEEP_COMMANDS.find(([name]) => name === 'sweeps sign') ?? []

const withItem = (plan: SweepPlan, change: Partial<SweepItem>): SweepPlan => ({
  ...plan,
  items: plan.items.map((item, at) => (at === 0 ? { ...item, ...change } : item)),
})
const withTerms = (plan: SweepPlan, gas: object, energy: object): SweepPlan => ({
  ...plan,
  terms: { ...plan.terms, ...(plan.terms.kind === 'gas' ? gas : energy) } as SweepTerms,
})
const toHot = (plan: SweepPlan): SweepPlan => ({
  ...{ ...plan, target: 'hot', destination: accountOn(plan.network, 8) },
})

/** Files on the offline machine, and its seed. */
interface Desk {
  readonly plan: string
  readonly pin: string
  readonly seed: string
}

describe.each(NETWORKS)('a changed file of sweeps on %s', (network) => {
  const plan = planOn(network)
  const { accountPath } = descriptionOf(network)
  let folder = ''
  beforeEach(() => {
    folder = makeScratchFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  })

  async function write({ plan: text, pin, seed }: Desk): Promise<Args> {
    for (const [name, content] of [
      ['plan', text],
      ['pin', pin],
      ['seed', seed],
    ] as const)
      writeFileSync(`${folder}/${name}`, content, { mode: 0o600 })
    const files = ['--pin', `${folder}/pin`, '--seed-file', `${folder}/seed`, '--out', `${folder}/out`]
    return new Args(SIGN?.usage ?? '', [`${folder}/plan`, ...files])
  }

  async function sealedPin(): Promise<SweepPin> {
    writeFileSync(`${folder}/own`, WORDS, { mode: 0o600 })
    const wallet = await openSeedWallet(`${folder}/own`, accountPath)
    const pin = {
      ...{ network, chainId: plan.chainId, token: plan.token, path: accountPath, xpub: xpubOn(network) },
      ...{ cold: plan.destination, hot: { address: accountOn(network, 8), limit: usdt(5_000_000_000n) } },
      maxCost: 100n * 10n ** BigInt(descriptionOf(network).coinDecimals),
    }
    return { ...pin, seal: wallet.seal(sealedText(pin)) }
  }

  const changedPlan = (change: (plan: SweepPlan) => SweepPlan) => (desk: Desk) => ({
    ...desk,
    plan: planText(change(plan)),
  })
  const text = (member: keyof Desk, from: string | RegExp, to: string) => (desk: Desk) => ({
    ...desk,
    [member]: desk[member].replace(from, to),
  })
  const first = plan.items[0]
  const other: Network = NETWORKS.find((each) => each !== network) ?? network

  const forSign: Record<string, [(desk: Desk) => Desk, string | RegExp]> = {
    'plan: a byte after its end': [text('plan', /$/, '\n'), 'not JSON as this program writes it'],
    'plan: an amount without its hash': [text('plan', '"25.00"', '"26.00"'), 'the hash that it states'],
    'plan: network': [changedPlan(() => planOn(other)), `the plan is for ${other}`],
    'plan: chain': [changedPlan((each) => ({ ...each, chainId: 5 })), 'the plan is for chain 5'],
    'plan: token': [
      changedPlan((each) => ({ ...each, token: accountOn(network, 3) })),
      'the plan moves the token',
    ],
    'plan: destination': [
      changedPlan((each) => ({ ...each, destination: accountOn(network, 9) })),
      'as its cold wallet',
    ],
    'plan: more to the hot wallet than pinned': [changedPlan(toHot), 'more than the 50.00 of the pin'],
    'plan: index': [changedPlan((each) => withItem(each, { index: 9 })), 'the seed derives'],
    'plan: address': [
      changedPlan((each) => withItem(each, { address: accountOn(network, 1) })),
      'the seed derives',
    ],
    'plan: an address twice': [
      changedPlan((each) => ({ ...each, items: [...each.items, ...each.items] })),
      'twice',
    ],
    'plan: an amount of 0': [
      changedPlan((each) => withItem(each, { amount: usdt(0n) })),
      'an item has an invalid "amount"',
    ],
    'plan: a cost above the pin': [
      changedPlan((each) => withTerms(each, { maxFee: 10n ** 15n }, { feeLimit: 10n ** 9n })),
      'of the pin',
    ],
    'plan: a lifetime above a day': [
      changedPlan((each) => withTerms(each, { tip: 10n ** 10n }, { expiresAt: each.plannedAt + DAY_MS + 1 })),
      network === 'TRC20' ? 'valid for more than 24 hours' : 'contradict each other',
    ],
    'pin: destination': [
      text('pin', accountOn(network, 7), accountOn(network, 9)),
      'the pin was changed after it was written',
    ],
    'pin: limits': [text('pin', '"limit":"50.00"', '"limit":"90.00"'), 'the pin was changed'],
    path: [text('pin', accountPath, accountPath.replace(/[0-9]'$/, "9'")), 'the seed is not the one'],
    seed: [(desk) => ({ ...desk, seed: OTHER_WORDS }), 'the seed is not the one of the pin'],
    passphrase: [text('seed', /$/, '\nanother'), 'the seed is not the one of the pin'],
  }

  it.each(Object.entries(forSign))('is refused offline: %s', async (_, [change, why]) => {
    const desk = { plan: planText(plan), pin: pinText(await sealedPin()), seed: WORDS }
    const changed = change(desk)
    expect(changed).not.toEqual(desk)
    await expect(sign(await write(changed))).rejects.toThrow(why)
  })

  async function signed(): Promise<SignedSweeps> {
    writeFileSync(`${folder}/own`, WORDS, { mode: 0o600 })
    const wallet = await openSeedWallet(`${folder}/own`, accountPath)
    const build = await sweepBuilder(plan)
    const signatures: string[] = []
    for (const item of plan.items)
      signatures.push(signatureText(signHash((await build(item)).digest, wallet.keyAt(item.index))))
    return { plan, signatures }
  }

  /** Reads a file as `sweeps send` does, with the settings of the plan. */
  async function verify(text: string): Promise<unknown> {
    const book = createAddressBook(network, xpubOn(network))
    const read = readSigned(text)
    const items = await buildSigned(read, {
      ...{ chainId: plan.chainId, token: plan.token },
      destination: (target) => accountOn(network, target === 'cold' ? 7 : 8),
      chain: { deriveAddress: (index) => book.derive(index) },
    })
    requireCurrent(read.plan.terms, plan.plannedAt)
    return items
  }

  const inFile = (change: (plan: SweepPlan) => SweepPlan) => (file: SignedSweeps) =>
    signedText({ ...file, plan: change(file.plan) })
  const NOT_SIGNED = 'is not signed by its key'

  const forSend: Record<string, [(file: SignedSweeps) => string, string]> = {
    'an amount without its hash': [
      (file) => signedText(file).replace('"25.00"', '"26.00"'),
      'the hash that it states',
    ],
    'two signatures exchanged': [
      ({ signatures: [one = '', two = '', three = ''], ...file }) =>
        signedText({ ...file, signatures: [two, one, three] }),
      NOT_SIGNED,
    ],
    'a signature of nothing': [
      ({ signatures: [, ...rest], ...file }) =>
        signedText({ ...file, signatures: ['ab'.repeat(65), ...rest] }),
      NOT_SIGNED,
    ],
    'a signature less': [
      ({ signatures: [, ...rest], ...file }) => signedText({ ...file, signatures: rest }),
      'an invalid "signatures"',
    ],
    amount: [inFile((each) => withItem(each, { amount: usdt(100n) })), NOT_SIGNED],
    address: [
      inFile((each) => withItem(each, { address: accountOn(network, 1) })),
      'is not the address at index',
    ],
    index: [inFile((each) => withItem(each, { index: 9 })), 'is not the address at index'],
    'an item twice': [
      (file) =>
        signedText({
          plan: { ...file.plan, items: first ? [first, first] : [] },
          signatures: file.signatures.slice(0, 2),
        }),
      'twice',
    ],
    chain: [inFile((each) => ({ ...each, chainId: 5 })), 'the file is for chain 5'],
    token: [inFile((each) => ({ ...each, token: accountOn(network, 3) })), 'the file moves the token'],
    destination: [inFile((each) => ({ ...each, destination: accountOn(network, 9) })), 'the file sends to'],
    'the hot wallet as target': [inFile((each) => ({ ...each, target: 'hot' })), 'the file sends to'],
    'fee limit': [
      inFile((each) => withTerms(each, { maxFee: 1n, tip: 0n }, { feeLimit: 10n ** 8n })),
      NOT_SIGNED,
    ],
    'gas, and the time of signing': [
      inFile((each) => withTerms(each, { gasLimit: 1n }, { signedAt: each.plannedAt + 1 })),
      NOT_SIGNED,
    ],
    'nonce, and expiry': [
      inFile((each) =>
        network === 'TRC20'
          ? withTerms(each, {}, { expiresAt: each.plannedAt + DAY_MS })
          : withItem(each, { nonce: 1 }),
      ),
      NOT_SIGNED,
    ],
    'costs that no signature covers': [
      inFile((each) => withTerms(each, { tip: 10n ** 10n }, { expectedCost: 10n ** 15n })),
      'contradict each other',
    ],
  }

  it('is read as it was signed', async () => {
    await expect(verify(signedText(await signed()))).resolves.toHaveLength(plan.items.length)
  })

  it.each(Object.entries(forSend))('is refused before anything is sent: %s', async (_, [change, why]) => {
    await expect(verify(change(await signed()))).rejects.toThrow(why)
  })
})

describe('transactions that expire', () => {
  it('are refused while they lie more than a day ahead of the network', () => {
    const { terms, plannedAt } = planOn('TRC20')
    expect(() => requireCurrent(terms, plannedAt)).not.toThrow()
    expect(() => requireCurrent(terms, plannedAt - DAY_MS)).toThrow('more than 24 hours from now')
  })
})
