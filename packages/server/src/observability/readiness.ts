import type { ChainConditionKind } from '../domain/chain/chain-conditions.js'
import type { ChainHealth, ChainPosition } from '../domain/chain/chain-health.js'
import type { LedgerProof } from '../domain/ledger/ledger-proof.js'
import type { ChainId, Clock, Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { WorkerLoop } from '../workers/worker.js'

/** What has to hold for the server to be ready, by the names that `/readyz` answers. */
export type CheckName =
  | 'database'
  | 'migrations'
  | 'master_key'
  | 'networks'
  | 'deliveries'
  | 'workers'
  | 'ledger'
/** Each throws, or rejects with, the reason why it does not hold. */
export type Checks = Readonly<Record<CheckName, () => void | Promise<void>>>

export interface ReadinessLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** The API serves all the same while one of these fails. */
const NOT_FOR_API: ReadonlySet<string> = new Set<CheckName>(['networks', 'deliveries', 'workers', 'ledger'])

/** One look serves everybody who asks for so long: asking often costs nothing. */
const LOOK_MS = 5_000
/** Who takes longer to answer is not ready. */
const PATIENCE_MS = 2_000
const MAX_LATE_MS = 60_000
const MAX_SILENCE_MS = 60_000
/** What a network waits for until somebody looks at it. */
const HOLDS_UP: ReadonlySet<ChainConditionKind> = new Set(['halted', 'confirmation_stuck', 'recording_stuck'])
/** Blocks that a network may be behind, and how often it makes one. */
const MAX_LAG = { ERC20: { blocks: 20, blockMs: 12_000 }, TRC20: { blocks: 100, blockMs: 3_000 } } as const

/** Whether the server can do its work. Who asks hears the names of what fails; the log has the reasons. */
export class Readiness {
  private look: { readonly at: Instant; readonly failing: Promise<string[]> } | undefined
  private readonly running = new Map<string, Promise<void>>()
  private readonly failed = new Set<string>()

  constructor(
    private readonly checks: Checks,
    private readonly parts: { clock: Clock; log: ReadinessLog; isStopping: () => boolean },
  ) {}

  /** The checks that fail. @param isForApi leaves out what the API can do without */
  async failing(isForApi: boolean): Promise<string[]> {
    if (this.parts.isStopping()) return ['stopping']
    const failing = await this.current()
    return isForApi ? failing.filter((name) => !NOT_FOR_API.has(name)) : failing
  }

  private current(): Promise<string[]> {
    const now = this.parts.clock.real()
    const isFresh = this.look !== undefined && now >= this.look.at && now < this.look.at + LOOK_MS
    if (!this.look || !isFresh) this.look = { at: now, failing: this.lookAtAll() }
    return this.look.failing
  }

  private async lookAtAll(): Promise<string[]> {
    const checks = Object.entries(this.checks)
    const holds = await Promise.all(checks.map(([name, check]) => this.holds(name, check)))
    return checks.flatMap(([name], at) => (holds[at] ? [] : [name]))
  }

  private async holds(name: string, check: Checks[CheckName]): Promise<boolean> {
    try {
      await inTime(this.run(name, check))
    } catch (error) {
      if (!this.failed.has(name)) this.parts.log.warn({ check: name, err: error }, 'not ready')
      this.failed.add(name)
      return false
    }
    if (this.failed.delete(name)) this.parts.log.info({ check: name }, 'ready again')
    return true
  }

  /** One that nobody answers is waited for, and not begun once more. */
  private run(name: string, check: Checks[CheckName]): Promise<void> {
    const running = this.running.get(name) ?? (async () => check())()
    this.running.set(name, running)
    const end = () => void this.running.delete(name)
    running.then(end, end)
    return running
  }
}

/** @throws Error when a delivery waits that could have gone long ago */
export function requireOnTime(oldestDueMs: number): void {
  if (oldestDueMs >= MAX_LATE_MS) throw new Error(`the oldest due delivery is ${oldestDueMs} ms late`)
}

/** @throws Error when the last proof of the ledger found a violation */
export function requireSound(proof: LedgerProof | undefined): void {
  if (proof && proof.violations > 0)
    throw new Error(`the ledger has ${proof.violations} violations: ledger verify`)
}

/** @throws Error that names the workers whose last tick was long ago */
export function requireTicks(loops: readonly WorkerLoop[]): void {
  const silent = loops.filter(({ worker, silentMs }) => silentMs > worker.everyMs + MAX_SILENCE_MS)
  if (silent.length === 0) return
  throw new Error(`no tick for long: ${silent.map(({ worker }) => worker.name).join(', ')}`)
}

/**
 * A network that nodes serve must be read to within few blocks of its head, and credit what has its depth. One that shows
 * nothing new is further behind with every block that it should have made meanwhile.
 *
 * @throws Error that names those that are not followed
 */
export async function requireFollowed(
  chains: readonly ChainId[],
  store: Store,
  positionOf: ChainHealth['positionOf'],
): Promise<void> {
  const held = await store.read(async (tx) => {
    const kinds: (ChainConditionKind | undefined)[] = []
    for (const id of chains)
      kinds.push((await tx.chainConditions.list(id)).find(({ kind }) => HOLDS_UP.has(kind))?.kind)
    return kinds
  })
  const behind = chains.flatMap((id, at) => {
    const why = held[at] ?? whyBehind(id, positionOf(id))
    return why === undefined ? [] : [`${id.environment}/${id.network}: ${why}`]
  })
  if (behind.length > 0) throw new Error(behind.join('; '))
}

function whyBehind({ network }: ChainId, position: ChainPosition | undefined): string | undefined {
  if (!position) return 'not read yet'
  const { blocks, blockMs } = MAX_LAG[network]
  const behind = position.head - position.block + Math.floor(position.silentMs / blockMs)
  return behind < blocks ? undefined : `${behind} blocks behind`
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
