import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '../../../../../test-support/net/certificate.js'
import type { CrashChains } from './chains.js'
import { Driver, pause } from './driver.js'
import { findDifferences, type Played } from './oracle.js'
import { EXITS, PLANS, type Plan } from './plan.js'
import { type Payment, type Payout, playPayment, runPayout } from './plans.js'
import { type Rows, rowsOf } from './rows.js'
import { sandboxChains } from './sandbox-chains.js'
import { Supervisor } from './supervisor.js'
import { startWebhookLog, type WebhookLog } from './webhook-log.js'

const FIRST_CENTS = 2_500
const FIRST_PAYOUT_CENTS = 1_000
const POLL_MS = 150

export interface CrashOptions {
  /** Folder for the certificate and other files. */
  readonly folder: string
  /** As in the server's settings. */
  readonly databaseUrl: string
  readonly env?: Readonly<Record<string, string>>
  readonly program?: readonly string[] | undefined
  /** Environment of the preload, for each start. */
  readonly nextFaults: () => Record<string, string>
  /** Number of servers on the database; 1 by default. */
  readonly servers?: number
  /** The networks; sandboxes by default. */
  readonly chains?: CrashChains | undefined
}

/** A merchant and its payers, a webhook receiver, and servers that are killed repeatedly. */
export class CrashRun {
  readonly rows: Rows
  /** Times at which the database took no commit, by the monotonic clock. */
  readonly interruptedAt: number[] = []
  private readonly payments: Payment[] = []
  private readonly payouts: Payout[] = []
  private orders = 0
  private withdrawals = 0

  private constructor(
    /** The first of {@link supervisors}. */
    readonly supervisor: Supervisor,
    readonly driver: Driver,
    readonly supervisors: readonly Supervisor[],
    readonly chains: CrashChains,
    private readonly webhooks: WebhookLog,
    /** The settings of the servers, except their ports. */
    readonly env: Readonly<Record<string, string>>,
    databaseUrl: string,
  ) {
    this.rows = rowsOf(databaseUrl)
  }

  static async start(options: CrashOptions): Promise<CrashRun> {
    const { folder, databaseUrl, env, program, nextFaults, servers = 1, chains = sandboxChains } = options
    const certificate = await makeCertificate()
    const caFile = join(folder, 'receiver.pem')
    writeFileSync(caFile, certificate.cert)
    const webhooks = await startWebhookLog(certificate)
    const settings = {
      MERCHANTPAY_DATABASE_URL: databaseUrl,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
      MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: '10000000',
      MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1',
      MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      MERCHANTPAY_WEBHOOK_CA_FILE: caFile,
      MERCHANTPAY_LOG_LEVEL: 'info',
      ...chains.settings,
      ...env,
    }
    const supervisor = await Supervisor.start({ env: settings, nextFaults, program })
    await supervisor.ready()
    const first = await Driver.register(supervisor, 'Ada')
    await first.subscribe(webhooks.url)
    const supervisors = [supervisor]
    while (supervisors.length < servers) {
      const another = await Supervisor.start({ env: settings, nextFaults, program })
      await another.ready()
      supervisors.push(another)
    }
    return new CrashRun(
      supervisor,
      new Driver(supervisors, first.merchant),
      supervisors,
      chains,
      webhooks,
      settings,
      databaseUrl,
    )
  }

  get played(): Played {
    return {
      merchantId: this.driver.merchant.id,
      payments: this.payments,
      payouts: this.payouts,
      interruptedAt: [...this.interruptedAt, ...this.supervisors.flatMap(({ diedAt }) => diedAt)],
    }
  }

  /** Exit codes and signals of all server processes. */
  get exits(): readonly (number | NodeJS.Signals)[] {
    return this.supervisors.flatMap(({ exits }) => exits)
  }

  async killAll(): Promise<void> {
    await Promise.all(this.supervisors.map((supervisor) => supervisor.kill()))
  }

  async pay(plan: Plan): Promise<void> {
    const index = this.orders++
    const network = index % 2 === 0 ? 'TRC20' : 'ERC20'
    this.payments.push(await playPayment(this.chains, this, plan, network, FIRST_CENTS + index))
  }

  async withdraw(exit: Payout['exit']): Promise<void> {
    const index = this.withdrawals++
    this.payouts.push(await runPayout(this.chains, this.driver, exit, FIRST_PAYOUT_CENTS + index))
  }

  /** Runs one payment of every plan and one withdrawal of every exit, concurrently. */
  async playStory(): Promise<void> {
    const died = this.exits.length
    const { plans, exits } = this.chains
    const payments = PLANS.filter((plan) => plans[plan] > 0).map((plan) => this.pay(plan))
    const payouts = EXITS.filter((exit) => exits[exit] > 0).map((exit) => this.withdraw(exit))
    await Promise.all([...payments, ...payouts])
    // While servers are down the chain may advance too far for a reorganisation. Without a kill one must happen.
    const isKept = this.payments.every(({ plan }) => plan !== 'reorganised' && plan !== 'returned')
    if (plans.reorganised > 0 && isKept && this.exits.length === died)
      throw new Error('no payment could be removed from the chain')
  }

  /**
   * Waits until the database agrees with the story, as long as the number of differences shrinks.
   *
   * @param stallMs how long the number of differences may stay the same
   * @returns the remaining differences
   */
  async waitForConsistency(stallMs: number): Promise<string[]> {
    let fewest = Number.POSITIVE_INFINITY
    let checkMs = 0
    // This process also runs the receiver, so checks without pauses would delay its answers.
    for (let deadline = 0; ; await pause(Math.max(POLL_MS, 3 * checkMs))) {
      const since = performance.now()
      await this.chains.writeDown(this.rows)
      const differences = await findDifferences(this.rows, this.played, this.webhooks.arrivals)
      checkMs = performance.now() - since
      if (differences.length < fewest) deadline = performance.now() + stallMs
      fewest = Math.min(fewest, differences.length)
      if (differences.length === 0 || performance.now() > deadline) return differences
    }
  }

  /** Stops all servers. @returns how the first one ended */
  async stop(): Promise<number | NodeJS.Signals> {
    const [exit = 'SIGKILL'] = await Promise.all(this.supervisors.map((supervisor) => supervisor.stop()))
    this.webhooks.close()
    return exit
  }
}
