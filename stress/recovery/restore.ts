/**
 * `npm run stress -- restore [--rounds n] [--engine sqlite|postgres] [--seed n] [--checkpoint file]`: a server pays
 * withdrawals and takes orders on anvil and, in every second round, on the TRON development node. It is backed up at a
 * random moment, goes on, and loses its disk. The backup is restored and recovered by the commands of the manual, while
 * payers go on paying addresses of lost orders. Some payments are signed twice, so that the backup may lack the version that was
 * mined. Nothing may be paid twice, and no payment may reach a stranger's order.
 */
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HASTY, plant } from '../../packages/server/test/support/crash/planted.js'
import { rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { type Random, seeded } from '../../packages/server/test/support/crash/sites.js'
import { HOT_KEY } from '../../packages/server/test/support/withdrawals/payout-network.js'
import { Options } from '../lib/options.js'
import { pause, until } from '../lib/until.js'
import { Installation } from './installation.js'
import { LossyWorld, type Promised } from './lossy-world.js'
import { Operator } from './operator.js'
import { RealTimeNetwork } from './real-time-network.js'
import { type Engine, Rounds } from './rounds.js'

const NETWORKS = ['ERC20', 'TRC20'] as const
/** Longest time from the chosen step to the backup, and from one step to the next. */
const BACKUP_WITHIN_MS = 500
const STEP_WITHIN_MS = 3_000
const ORDER_UNITS = 2_500_000_000n
const SETTINGS = {
  MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '1000000',
  MERCHANTPAY_ORDER_EXPIRY_SECONDS: '7200',
}

/** @throws Error that names every second payment and every payment on a stranger's order */
export async function restore(args: readonly string[]): Promise<void> {
  const rounds = new Rounds(new Options(args, ['checkpoint', 'engine', 'rounds', 'seed']))
  for (const engine of rounds.engines) {
    const played = await rounds.play(engine, (number) => {
      const network = NETWORKS[number % NETWORKS.length] ?? 'ERC20'
      return playRound(engine, network, seeded(rounds.seed + number))
    })
    console.log(
      `${engine}: ${played} restores, 0 second payouts, 0 payments on a stranger's order, every ledger proven`,
    )
  }
}

async function playRound(engine: Engine, name: 'ERC20' | 'TRC20', random: Random): Promise<string> {
  const network = await RealTimeNetwork.start(name)
  try {
    let result = ''
    await Installation.use(engine, SETTINGS, async (installation) => {
      const keyFile = join(installation.folder, 'hot.key')
      writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
      const settings = network.settings(keyFile)
      const round = new Round(installation.with(settings), network, random)
      result = `${name}: ${await round.play()}`
    })
    return result
  } finally {
    await network.stop()
  }
}

/** One loss of a database. */
class Round {
  private readonly world: LossyWorld
  private readonly program: readonly string[]

  constructor(
    private readonly installation: Installation,
    private readonly network: RealTimeNetwork,
    private readonly random: Random,
  ) {
    this.world = new LossyWorld(installation, network.payouts)
    this.program = plant({ name: 'as built, with short intervals', ...HASTY }, installation.folder)
  }

  async play(): Promise<string> {
    const lost = await this.installation.newDatabase()
    const path = await this.loseDisk(lost)
    const url = await this.installation.newDatabase()
    await this.installation.command(url, 'restore', '--from', path)
    const server = await this.installation.serve(url, this.program)
    try {
      const counts = await this.recover(server.url, url)
      await this.prove(url)
      return counts
    } finally {
      await server.stop()
    }
  }

  /** Runs a server that is backed up at a random moment, goes on and dies. @returns the path of the backup */
  private async loseDisk(url: string): Promise<string> {
    const server = await this.installation.serve(url, this.program)
    try {
      return await this.trade(server.url, url)
    } finally {
      server.signal('SIGKILL')
      await server.exited
      if (url.startsWith('file:')) await rm(dirname(url.slice('file:'.length)), { recursive: true })
    }
  }

  /** @returns the path of a backup from a random moment */
  private async trade(serverUrl: string, url: string): Promise<string> {
    const { world } = this
    await world.begin(serverUrl, url)
    const reviewed: Promised[] = []
    const held: Promised[] = []
    const steps: readonly (() => Promise<unknown>)[] = [
      () => world.trade(serverUrl),
      () => world.withdraw(serverUrl),
      async () => reviewed.push(...(await world.withdraw(serverUrl, true))),
      () => world.trade(serverUrl),
      // Signed before the network passes it over, and again after: a backup in between has the first version alone.
      async () => held.push(...(await this.withdrawHeld(serverUrl, url))),
      () => this.network.passOver(() => isEachSignedAgain(url, held)),
      () => world.withdraw(serverUrl),
    ]
    const chosen = this.random(steps.length)
    let backup: Promise<string> | undefined
    for (const [at, step] of steps.entries()) {
      if (at === chosen) backup = this.backUp(url)
      await step()
      await pause(this.random(STEP_WITHIN_MS))
    }
    const made = (await backup) ?? ''
    await world.approve(url, reviewed)
    await world.trade(serverUrl, () => true)
    await world.withdraw(serverUrl)
    await this.untilPaid(world.withdrawals)
    return (JSON.parse(made) as { backup: string }).backup // as the command prints it
  }

  /** Withdraws, and loses the payments once they are broadcast. */
  private async withdrawHeld(serverUrl: string, url: string): Promise<Promised[]> {
    this.network.hold()
    const held = await this.world.withdraw(serverUrl)
    await this.untilEach(url, held, 'BROADCAST')
    return held
  }

  private async backUp(url: string): Promise<string> {
    await pause(this.random(BACKUP_WITHIN_MS))
    const folder = join(this.installation.folder, 'backups')
    return this.installation.command(url, 'backup', '--to', folder, '--json')
  }

  /** Recovers while payers and merchants go on. */
  private async recover(serverUrl: string, url: string): Promise<string> {
    const { world } = this
    const known = new Set(
      (await rowsOf(url).all<{ id: string }>('SELECT id FROM orders')).map(({ id }) => id),
    )
    const lost = world.orders.filter(({ id }) => !known.has(id))
    const versions = await this.countLostVersions(url)
    await world.trade(serverUrl)
    for (const order of lost) await world.pay(order)
    const fresh = await world.withdraw(serverUrl)
    const operator = new Operator(this.installation, url, world.withdrawals)
    const [printed] = await Promise.all([operator.recover(), this.network.passInFlight()])
    if (printed.includes('stays paused')) throw new Error(printed)
    const later = await world.withdraw(serverUrl)
    await this.untilEach(url, [...fresh, ...later], 'COMPLETED')
    const { settled, explained } = operator
    return `${lost.length} orders and ${versions} versions lost, ${settled} withdrawals settled, ${explained} payments explained`
  }

  /** Counts the payments of which the database has signed a version, but not the one that was mined. */
  private async countLostVersions(url: string): Promise<number> {
    const rows = await rowsOf(url).all<{ id: string; hash: string }>(
      `SELECT withdrawal_id AS id, tx_hash AS hash FROM signed_transactions
       UNION ALL SELECT withdrawal_id, tx_hash FROM superseded_payments`,
    )
    const known = new Set(rows.map(({ hash }) => hash))
    const mined = new Map((await this.network.payouts.payouts()).map(({ to, txHash }) => [to, txHash]))
    const signed = new Set(rows.map(({ id }) => id))
    const theirs = this.world.withdrawals.filter(({ id }) => signed.has(id))
    return theirs.filter(({ to }) => !known.has(mined.get(to) ?? '')).length
  }

  /** @throws Error that names every difference between the chain and the database */
  private async prove(url: string): Promise<void> {
    const { orders } = this.world
    const rows = await rowsOf(url).all<{ id: string; received: bigint }>('SELECT id, received FROM orders')
    const received = new Map(rows.map((row) => [row.id, row.received]))
    const wrong = orders.filter(({ id, payments }) => {
      const found = received.get(id)
      return found !== undefined && found !== BigInt(payments) * ORDER_UNITS
    })
    const faults = [
      ...(await this.world.payoutFaults()),
      ...wrong.map(
        ({ id, payments }) => `order ${id} was paid ${payments} times and has ${received.get(id)}`,
      ),
      ...(await this.suspenseFaults(url, received)),
    ]
    if (faults.length > 0) throw new Error(faults.join('\n  '))
    await this.installation.command(url, 'ledger', 'verify', '--chain')
  }

  /** Compares the payments in suspense with those to addresses of lost orders. */
  private async suspenseFaults(url: string, known: ReadonlyMap<string, bigint>): Promise<string[]> {
    const lost = this.world.orders.filter(({ id }) => !known.has(id))
    const expected = lost.reduce((sum, { payments }) => sum + payments, 0)
    const printed = await this.installation.command(
      url,
      'ledger',
      'suspense',
      '--environment',
      'test',
      '--json',
    )
    const found = printed
      .split('\n')
      .filter((line) => lost.some(({ address }) => line.includes(address))).length
    return found === expected ? [] : [`${found} payments of lost orders in suspense, not ${expected}`]
  }

  private async untilPaid(promised: readonly Promised[]): Promise<void> {
    await until('every withdrawal is paid', async () => {
      const paid = new Set((await this.network.payouts.payouts()).map(({ to }) => to))
      return promised.every(({ to }) => paid.has(to))
    })
  }

  private untilEach(url: string, promised: readonly Promised[], status: string): Promise<void> {
    return until(`every withdrawal is ${status}`, async () => {
      const rows = await rowsOf(url).all<{ id: string }>(
        'SELECT id FROM withdrawals WHERE status = ?',
        status,
      )
      const reached = new Set(rows.map(({ id }) => id))
      return promised.every(({ id }) => reached.has(id))
    })
  }
}

async function isEachSignedAgain(url: string, promised: readonly Promised[]): Promise<boolean> {
  const rows = await rowsOf(url).all<{ id: string }>('SELECT withdrawal_id AS id FROM superseded_payments')
  const again = new Set(rows.map(({ id }) => id))
  return promised.every(({ id }) => again.has(id))
}
