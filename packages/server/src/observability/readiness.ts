import type { ChainConditionKind } from '../domain/chain/chain-conditions.js'
import type { ChainHealth, ChainPosition } from '../domain/chain/chain-health.js'
import type { LedgerProof } from '../domain/ledger/ledger-proof.js'
import type { Recovery } from '../domain/recovery/recovery.js'
import type { ChainId, Clock, Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { descriptionOf } from '../networks/networks.js'
import type { WorkerLoop } from '../workers/worker.js'

/** The readiness checks, named as in the answer of `/readyz`. */
export type CheckName =
  | 'database'
  | 'migrations'
  | 'master_key'
  | 'networks'
  | 'deliveries'
  | 'workers'
  | 'ledger'
  | 'recovering'
/** Each check throws, or rejects with, the reason of its failure. */
export type Checks = Readonly<Record<CheckName, () => void | Promise<void>>>

export interface ReadinessLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Checks that the API does not depend on. */
const NOT_FOR_API: ReadonlySet<string> = new Set<CheckName>([
  'networks',
  'deliveries',
  'workers',
  'ledger',
  'recovering',
])

/** How long a result is reused, so that frequent probes cost nothing. */
const RESULT_MS = 5_000
/** A check that takes longer fails. */
const CHECK_TIMEOUT_MS = 2_000
const MAX_LATE_MS = 60_000
const MAX_SILENCE_MS = 60_000
/** Conditions that stop a network until an operator acts. */
const BLOCKING: ReadonlySet<ChainConditionKind> = new Set(['halted', 'confirmation_stuck', 'recording_stuck'])

/** Checks whether the server is ready. Callers get the names of failing checks; the log has the reasons. */
export class Readiness {
  private last: { readonly at: Instant; readonly failing: Promise<string[]> } | undefined
  private readonly running = new Map<string, Promise<void>>()
  private readonly failed = new Set<string>()

  constructor(
    private readonly checks: Checks,
    private readonly parts: { clock: Clock; log: ReadinessLog; isStopping: () => boolean },
  ) {}

  /** The names of all checks. */
  get names(): readonly string[] {
    return Object.keys(this.checks)
  }

  /** Returns the names of the failing checks. @param isForApi leaves out checks that the API does not depend on */
  async failing(isForApi: boolean): Promise<string[]> {
    if (this.parts.isStopping()) return ['stopping']
    const failing = await this.current()
    return isForApi ? failing.filter((name) => !NOT_FOR_API.has(name)) : failing
  }

  private current(): Promise<string[]> {
    const now = this.parts.clock.real()
    const isFresh = this.last !== undefined && now >= this.last.at && now < this.last.at + RESULT_MS
    if (!this.last || !isFresh) this.last = { at: now, failing: this.runAll() }
    return this.last.failing
  }

  private async runAll(): Promise<string[]> {
    const checks = Object.entries(this.checks)
    const passed = await Promise.all(checks.map(([name, check]) => this.passes(name, check)))
    return checks.flatMap(([name], at) => (passed[at] ? [] : [name]))
  }

  private async passes(name: string, check: Checks[CheckName]): Promise<boolean> {
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

  /** Runs a check. One that is still running is awaited instead of started again. */
  private run(name: string, check: Checks[CheckName]): Promise<void> {
    const running = this.running.get(name) ?? (async () => check())()
    this.running.set(name, running)
    const end = () => void this.running.delete(name)
    running.then(end, end)
    return running
  }
}

/** @throws Error when a due delivery is at least 60 s late */
export function requireOnTime(oldestDueMs: number): void {
  if (oldestDueMs >= MAX_LATE_MS) throw new Error(`the oldest due delivery is ${oldestDueMs} ms late`)
}

/** @throws Error when the last proof of the ledger found a violation */
export function requireSound(proof: LedgerProof | undefined): void {
  if (proof && proof.violations > 0)
    throw new Error(`the ledger has ${proof.violations} violations: run ledger verify`)
}

/** @throws Error while the database is compared with the networks after a restore */
export function requireRecovered(recovery: Recovery | undefined): void {
  if (recovery) throw new Error(`the database is recovering (${recovery.reason}): run restore status`)
}

/** @throws Error that names the workers without a tick for 60 s longer than their interval */
export function requireTicks(loops: readonly WorkerLoop[]): void {
  const silent = loops.filter(({ worker, silentMs }) => silentMs > worker.everyMs + MAX_SILENCE_MS)
  if (silent.length === 0) return
  throw new Error(
    `workers without a tick for over a minute: ${silent.map(({ worker }) => worker.name).join(', ')}`,
  )
}

/**
 * Checks that each network with nodes is recorded to within a few blocks of its head and credits confirmed payments. A
 * network without new blocks falls behind by each block that it should have produced.
 *
 * @param isFollowed whether this server or another one follows a network
 * @throws Error that names the networks that are not followed
 */
export async function requireFollowed(
  chains: readonly ChainId[],
  store: Store,
  positionOf: ChainHealth['positionOf'],
  isFollowed: (id: ChainId) => boolean = () => true,
): Promise<void> {
  const blocking = await store.read(async (tx) => {
    const kinds: (ChainConditionKind | undefined)[] = []
    for (const id of chains)
      kinds.push((await tx.chainConditions.list(id)).find(({ kind }) => BLOCKING.has(kind))?.kind)
    return kinds
  })
  const behind = chains.flatMap((id, at) => {
    const reason = blocking[at] ?? (isFollowed(id) ? lagOf(id, positionOf(id)) : 'no server follows it')
    return reason === undefined ? [] : [`${id.environment}/${id.network}: ${reason}`]
  })
  if (behind.length > 0) throw new Error(behind.join('; '))
}

function lagOf({ network }: ChainId, position: ChainPosition | undefined): string | undefined {
  if (!position) return 'not read yet'
  const { maxLagBlocks, blockMs } = descriptionOf(network)
  const behind = position.head - position.block + Math.floor(position.silentMs / blockMs)
  return behind < maxLagBlocks ? undefined : `${behind} blocks behind`
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
