/**
 * `npm run stress -- withdrawals [--planted] [--rounds n] [--seed n] [--network ERC20|TRC20]`: the server sends withdrawals
 * on anvil and on the TRON development node. It is killed with SIGKILL before and after each step of each withdrawal, in its
 * database and at its node, and during incoming payments. It differs from the built server only in its polling interval.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DyingPayouts } from '../../packages/server/test/support/crash/dying-payouts.js'
import {
  EAGER,
  PAYMENT_PLACES,
  PLACES,
  PLANTED_PAYOUTS,
  type Place,
  type PlantedPayout,
} from '../../packages/server/test/support/crash/payout-places.js'
import { startEthereumPayouts } from '../../packages/server/test/support/withdrawals/payout-ethereum.js'
import type { PayoutNetwork } from '../../packages/server/test/support/withdrawals/payout-network.js'
import { startTronPayouts } from '../../packages/server/test/support/withdrawals/payout-tron.js'

const ROUNDS = 20
/** The network starts in the past, because its blocks come faster than real time and must not overtake it. */
const HISTORY_MS = 10 * 24 * 3_600_000
/** More blocks than the lifetime of a transaction on TRON. */
const BLOCKS_OF_A_LIFE = 250
const MUCH = 10
const NETWORKS = [
  { name: 'ERC20', start: startEthereumPayouts },
  { name: 'TRC20', start: startTronPayouts },
] as const

export async function withdrawals(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      planted: { type: 'boolean', default: false },
      rounds: { type: 'string', default: `${ROUNDS}` },
      seed: { type: 'string', default: '1' },
      network: { type: 'string' },
    },
  })
  for (const { name, start } of NETWORKS) {
    if (values.network !== undefined && values.network !== name) continue
    const seed = Number(values.seed)
    if (values.planted) for (const planted of PLANTED_PAYOUTS) await findPlanted(start, seed, planted)
    else await killOn(start, seed, Number(values.rounds))
  }
}

type Start = (typeof NETWORKS)[number]['start']

async function killOn(start: Start, seed: number, rounds: number): Promise<void> {
  await onNetwork(start, seed, EAGER.changes, async (payouts) => {
    const { network } = payouts.network
    await warmUp(payouts)
    for (let round = 1; round <= rounds; round += 1) {
      const wrong = [...(await playRound(payouts)), ...(await payouts.prove())]
      if (wrong.length > 0) throw failure(`${network}, seed ${seed}, round ${round}`, wrong)
      console.log(`${network}: round ${round} of ${rounds}, ${payouts.deaths} kills`)
    }
    const odd = payouts.supervisor.exits.filter((exit) => exit !== 'SIGKILL')
    if (odd.length > 0) throw failure(`${network}, seed ${seed}`, [`servers ended with ${odd.join(', ')}`])
    console.log(
      `${network}, seed ${seed}: ${payouts.deaths} kills, one payment per COMPLETED, none for the others, ` +
        'each incoming payment recorded once, ledger balanced',
    )
  })
}

/** @throws Error when the fault is not noticed */
async function findPlanted(
  start: Start,
  seed: number,
  { name, changes, places }: PlantedPayout,
): Promise<void> {
  await onNetwork(start, seed, [...EAGER.changes, ...changes], async (payouts) => {
    await warmUp(payouts)
    for (const place of PLACES.filter(({ what }) => places.includes(what)))
      await payouts.dieAt(place, () => payouts.withdraw())
    const wrong = [...(await payouts.settle()), ...(await payouts.prove())]
    const verdict = wrong.length === 0 ? 'NOT FOUND' : `found: ${wrong[0]}`
    console.log(`${payouts.network.network}, ${name}: ${verdict}`)
    if (wrong.length === 0) throw new Error(`not found: ${name}`)
  })
}

/** A first run without kills, which records the sites for the following ones. */
async function warmUp(payouts: DyingPayouts): Promise<void> {
  await payouts.withdraw()
  await payouts.donate()
  const wrong = await payouts.settle()
  if (wrong.length > 0) throw failure('before the first kill', wrong)
}

async function playRound(payouts: DyingPayouts): Promise<string[]> {
  for (const place of PLACES) await payouts.dieAt(place, () => payouts.withdraw())
  for (const place of PAYMENT_PLACES) await payouts.dieAt(place, () => payouts.donate())
  await payouts.dieAt(placeNamed('committed, and not broadcast'), async () => {
    await payouts.cancel(await payouts.withdraw('CANCELED canceled', 'COMPLETED'))
    // A withdrawal that was canceled in time never reaches that place, so a second one follows.
    await payouts.withdraw()
  })
  const first = await payouts.settle()
  if (first.length > 0) return first

  await payouts.dieAt({ what: 'reverted, and not answered' }, async () => {
    payouts.revertNext()
    await payouts.withdraw('FAILED reverted')
  })
  const second = await payouts.settle()
  return second.length > 0 ? second : lose(payouts)
}

/** Withdraws by a transaction that its node accepts and that no block ever contains. */
async function lose(payouts: DyingPayouts): Promise<string[]> {
  const { network } = payouts
  payouts.gate.loseNext()
  const isTron = network.network === 'TRC20'
  const id = await payouts.withdraw(isTron ? 'FAILED expired_unbroadcast' : 'FAILED broadcast_rejected')
  await payouts.growStuck(id)
  if (isTron) {
    await network.mine(BLOCKS_OF_A_LIFE)
    return payouts.settle()
  }
  await payouts.dieAt(placeNamed('stored, and not committed'), async () => {
    payouts.command('withdrawals', 'replace', id, '--reason', 'a stress test')
  })
  return payouts.settle(() => network.mine(MUCH))
}

function placeNamed(what: string): Place {
  const place = PLACES.find((each) => each.what === what)
  if (!place) throw new Error(`there is no place "${what}"`)
  return place
}

async function onNetwork(
  start: Start,
  seed: number,
  changes: PlantedPayout['changes'],
  work: (payouts: DyingPayouts) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-payouts-'))
  const network: PayoutNetwork = await start({
    startAt: Date.now() - HISTORY_MS,
    areBlocksAwaited: true,
  })
  try {
    const payouts = await DyingPayouts.start(network, { folder, seed, changes })
    try {
      await work(payouts)
    } finally {
      await payouts.stop()
    }
  } finally {
    await network.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const failure = (where: string, wrong: readonly string[]): Error => new Error([where, ...wrong].join('\n  '))
