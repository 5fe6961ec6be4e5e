import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '../../../../../test-support/net/certificate.js'
import type { CrashChains } from './chains.js'
import { Driver, pause } from './driver.js'
import { findDifferences, type Played } from './oracle.js'
import { EXITS, type Payment, type Payout, PLANS, type Plan, playPayment, playPayout } from './plans.js'
import { type Rows, rowsOf } from './rows.js'
import { sandboxChains } from './sandbox-chains.js'
import { Supervisor } from './supervisor.js'
import { startWebhookLog, type WebhookLog } from './webhook-log.js'

const FIRST_CENTS = 2_500
const FIRST_PAYOUT_CENTS = 1_000
const LOOK_EVERY_MS = 150

export interface CrashOptions {
  /** For the certificate and the like. */
  readonly folder: string
  /** As the server gets it. */
  readonly databaseUrl: string
  readonly env?: Readonly<Record<string, string>>
  readonly program?: readonly string[] | undefined
  /** What the preload is told at each start. */
  readonly nextFaults: () => Record<string, string>
  /** How many serve one database at the same time; 1 unless told. */
  readonly servers?: number
  /** Where payers pay; the sandbox networks unless told. */
  readonly chains?: CrashChains | undefined
}

/** A merchant and its payers, a receiver of webhooks, and servers that die again and again. */
export class CrashRun {
  readonly rows: Rows
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
    /** What the servers are told, but for their ports. */
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
      diedAt: this.supervisors.flatMap(({ diedAt }) => diedAt),
    }
  }

  /** How the processes of all servers ended. */
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
    this.payouts.push(await playPayout(this.chains, this.driver, exit, FIRST_PAYOUT_CENTS + index))
  }

  /** One payment of every plan and one withdrawal of every kind, all at the same time. */
  async playStory(): Promise<void> {
    const died = this.exits.length
    const { plans, exits } = this.chains
    const payments = PLANS.filter((plan) => plans[plan] > 0).map((plan) => this.pay(plan))
    const payouts = EXITS.filter((exit) => exits[exit] > 0).map((exit) => this.withdraw(exit))
    await Promise.all([...payments, ...payouts])
    // While servers die the chain may go on too far for it; nothing else is in its way.
    const isKept = this.payments.every(({ plan }) => plan !== 'reorganised' && plan !== 'returned')
    if (plans.reorganised > 0 && isKept && this.exits.length === died)
      throw new Error('no payment could be taken off the chain')
  }

  /**
   * Waits until the books are at rest, for as long as they come closer to it.
   *
   * @param patienceMs how long they may stay as they are
   * @returns in what they differ from what was played, if they still do
   */
  async waitForConsistency(patienceMs: number): Promise<string[]> {
    let fewest = Number.POSITIVE_INFINITY
    let lookedMs = 0
    // This process serves the receiver too: one that did nothing but look would keep deliveries from their answers.
    for (let deadline = 0; ; await pause(Math.max(LOOK_EVERY_MS, 3 * lookedMs))) {
      const since = performance.now()
      await this.chains.writeDown(this.rows)
      const differences = await findDifferences(this.rows, this.played, this.webhooks.arrivals)
      lookedMs = performance.now() - since
      if (differences.length < fewest) deadline = performance.now() + patienceMs
      fewest = Math.min(fewest, differences.length)
      if (differences.length === 0 || performance.now() > deadline) return differences
    }
  }

  /** @returns how the first server ended when it was asked to */
  async stop(): Promise<number | NodeJS.Signals> {
    const [exit = 'SIGKILL'] = await Promise.all(this.supervisors.map((supervisor) => supervisor.stop()))
    this.webhooks.close()
    return exit
  }
}
