import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { CallerWorld } from './caller.js'
import { rowsOf, type Terminal } from './commands.js'
import type { Installation } from './installation.js'
import { noteLosses } from './losses.js'
import type { SimulatedNetwork } from './networks/network.js'
import type { Operator } from './operator.js'
import { units } from './plans.js'
import type { Servers } from './servers.js'
import type { Shop } from './shop.js'

const MINUTE_MS = 60_000
const PAUSE_MS = 3 * MINUTE_MS
const REASON = ['--reason', 'as the manual says']
/** The last derivation index of each network. */
type Indexes = readonly number[]

/** Indexes that a restore skips beyond those that lost orders may have. */
const MARGIN = 20

const DECISION = /^(withdrawals (settle|approve|reject)|restore (explain|finish))/
/** A refusal: the merchant, screening or a settlement was faster. */
const OVER = / is (?:CANCELED|COMPLETED|FAILED), /
/** A refusal: a waiting payout holds the balance of its merchant, and may repeat the lost one. */
const REPEATED = / its withdrawal (\S+) waits: /
/** A hindrance: a transaction that moved nothing has used a nonce. */
const UNKNOWN_NONCE = /\/(\w+): nonce (\d+) of /

/** A row of the state table: the first signature of a payment. */
const SIGNED = /^withdrawal: (?:PENDING|REVIEW) -> PROCESSING, signed$/

/** A row of `restore status --json`. */
interface StatusRow {
  readonly message?: string
  readonly item: string
  readonly network?: string
  readonly to?: string
  readonly amount?: string
  readonly short?: string
  readonly merchant_id?: string
  readonly command?: string | null
}

interface RestoresWorld extends CallerWorld, Pick<Installation, 'database' | 'backups' | 'renew'> {
  readonly terminal: Terminal
  readonly servers: Servers
  readonly shops: readonly Shop[]
  readonly networks: readonly SimulatedNetwork[]
  readonly operator: Operator
}

/** Backups of the database, and what its operator does when one is restored: the commands of the manual. */
export class Restores {
  /** Whether a recovery has not ended. */
  isRecovering = false
  /** The rows of the newest `restore status`, in short. */
  waitsFor = ''
  /** Orders that a restored backup should have had, and payments that were signed during a recovery. */
  readonly breaches: string[] = []
  private backups: { readonly path: string; readonly at: number; readonly indexes: Indexes }[] = []
  /** In every database that there was. */
  private highest: Indexes = []
  /** Waiting payouts that the operator rejects: they had ended before the restore, or stand in the way of an explanation. */
  private unwanted: readonly string[] = []
  private appSales: readonly string[] = []
  private count = 0
  private replacing = 0
  private replaced = 0

  constructor(private readonly world: RestoresWorld) {}

  /** How often the database was replaced; undefined while it is. */
  get epoch(): number | undefined {
    return this.replacing > 0 ? undefined : this.replaced
  }

  /** Notes a row of the state tables that was reached: on a restored database nothing is signed before the recovery ends. */
  noteRow(row: string): void {
    if (this.isRecovering && this.epoch !== undefined && SIGNED.test(row))
      this.breaches.push(`${row}, during a recovery`)
  }

  async backUp(): Promise<void> {
    const { time, story, backups } = this.world
    const { epoch } = this
    await this.world.terminal.idle()
    const at = time.now
    const indexes = await this.indexes()
    const ended = await this.world.terminal.runAtOnce('backup', '--to', backups, '--json')
    const [made] = rowsOf<{ backup: string }>(ended) ?? []
    // One that a restore has overtaken may hold what is lost now.
    const isOfNow = made !== undefined && epoch !== undefined && epoch === this.epoch
    if (isOfNow) this.backups.push({ path: made.backup, at, indexes })
    story.note(isOfNow ? 'a backup is made' : 'no backup is made')
  }

  /** Restores one of the backups, of any age, and recovers. */
  async restore(dice: Dice): Promise<void> {
    if (this.backups.length === 0) return
    const { servers, story, shops, operator, database, renew } = this.world
    const backup = dice.pick(this.backups)
    story.note(`the backup of ${new Date(backup.at).toISOString()} is restored`)
    this.isRecovering = true
    this.count += 1
    operator.approvedInSteps.clear()
    const { count } = this
    // Later backups have what is lost now.
    this.backups = this.backups.filter(({ at }) => at <= backup.at)
    this.replacing += 1
    await servers.replace(() =>
      this.world.terminal.alone(async (run) => {
        database.mend()
        const skipped = await this.skippedSince(backup.indexes)
        await this.world.time.duringWork(renew)
        const { isDone, lines } = await run('restore', '--from', backup.path, '--skip', `${skipped}`)
        if (!isDone) throw new Error(`the backup cannot be restored: ${lines.join(' ')}`)
        const losses = await this.world.time.duringWork(() => noteLosses(shops, operator, backup.at))
        this.unwanted = losses.revived
        this.appSales = losses.appSales
        this.breaches.push(...losses.missing)
      }),
    )
    this.replacing -= 1
    this.replaced += 1
    for (const id of this.appSales) operator.repeatInApp(id, dice)
    // A merchant may never have learned the secret of the backup.
    for (const shop of shops) void shop.rotate(dice)
    while (this.isRecovering && this.count === count) {
      await this.world.time.sleep(PAUSE_MS)
      await this.decide()
    }
  }

  /** Takes the steps that `restore status` prints. */
  async decide(): Promise<void> {
    if (this.count === 0) return
    const { operator, story } = this.world
    const { count } = this
    for (const id of this.unwanted) {
      const { isDone, lines } = await this.world.terminal.run('withdrawals', 'reject', id, ...REASON)
      if (!isDone && !lines.some((line) => OVER.test(line))) return
      if (isDone) operator.note(id, 'against the merchant')
      this.unwanted = this.unwanted.filter((each) => each !== id)
    }
    const rows = (await this.world.terminal.rows<StatusRow>('restore', 'status')) ?? []
    this.waitsFor = rows.map(({ item, message }) => message ?? item).join(', ')
    for (const row of rows) {
      const command = this.commandOf(row)
      if (command === undefined || this.count !== count) continue
      const { isDone, lines } = await this.world.terminal.run(...command.split(' '), ...REASON)
      story.note(`${command}: ${isDone ? 'done' : lines.join('; ')}`)
      if (isDone) this.noteDone(command)
      const [, repeated] = REPEATED.exec(lines.join(' ')) ?? []
      if (repeated !== undefined && !this.unwanted.includes(repeated))
        this.unwanted = [...this.unwanted, repeated]
    }
  }

  private commandOf(row: StatusRow): string | undefined {
    const [, name, nonce] = UNKNOWN_NONCE.exec(row.message ?? '') ?? []
    if (name !== undefined) {
      const network = this.world.networks.find((each) => each.name === name)
      const hash = network?.chain.findByNonce?.(network.hotWallet, Number(nonce))
      return hash && `restore explain ${hash} --operator`
    }
    if (typeof row.command !== 'string') return undefined
    const command = this.withBearer(row).replace(' --reason …', '')
    return DECISION.test(command) ? command : undefined
  }

  /** Returns the parts of explained transfers that a merchant has not borne, 1e-6 USDT. */
  async shortOf({ merchantId }: Shop): Promise<bigint> {
    if (this.count === 0) return 0n
    const rows = (await this.world.terminal.rows<StatusRow>('restore', 'status')) ?? []
    const short = rows.filter(({ item, merchant_id }) => item === 'shortfall' && merchant_id === merchantId)
    return short.reduce((sum, row) => sum + units(`${row.short}`), 0n)
  }

  /** Returns how many indexes orders may have had since a backup, in every database that there was. */
  private async skippedSince(indexes: Indexes): Promise<number> {
    const now = await this.indexes()
    this.highest = now.map((index, at) => Math.max(index, this.highest[at] ?? 0))
    return MARGIN + Math.max(...this.highest.map((index, at) => index - (indexes[at] ?? 0)))
  }

  private async indexes(): Promise<Indexes> {
    const { networks, time } = this.world
    // Loaded after the installation of the virtual time.
    const { readStore } = await import('../../packages/server/src/commands/store-access.js')
    const read = async (tx: Tx) => {
      const found: number[] = []
      for (const { name: network } of networks)
        found.push((await tx.addresses.findTakenIndexes({ environment: 'test', network })).highest)
      return found
    }
    return time.duringWork(() => readStore(read))
  }

  private noteDone(command: string): void {
    const { operator } = this.world
    const [noun, verb, id = ''] = command.split(' ')
    if (verb === 'finish') this.isRecovering = false
    if (verb === 'approve') {
      operator.noteApproval(id, 'the terminal')
      operator.approvedInSteps.add(id)
    }
    if (noun === 'withdrawals')
      operator.note(id, verb === 'reject' ? 'against the merchant' : 'for the merchant')
  }

  /** The operator's own records show the merchant of a lost payout. */
  private withBearer({ command, network: name, to, amount }: StatusRow): string {
    const network = this.world.networks.find((each) => each.name === name)
    const account = network && to ? network.chain.read(to) : undefined
    const isPayout = (payout: { to: string; amount: bigint }) =>
      payout.to === account && payout.amount === units(`${amount}`)
    const shop = this.world.shops.find(({ lost }) => lost.payouts.some(isPayout))
    return `${command}`.replace('--operator', shop ? `--merchant ${shop.merchantId}` : '--operator')
  }
}
