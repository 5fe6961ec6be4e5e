import { CallsReservedForBlocks, type Chain, NoTokenBlacklist } from '../../domain/chain/chain.js'
import { isDust } from '../../domain/chain/transfer.js'
import type {
  Outstanding,
  Screening,
  ScreeningAnswer,
  ScreeningRound,
  ScreeningSource,
  ScreeningSubject,
  SourceVerdict,
} from '../../domain/screening/screening.js'
import { WaitingList } from '../../domain/screening/waiting-list.js'
import type { BlockRef, ChainId, Clock } from '../../domain/shared/types.js'
import { readDestination } from '../../networks/spellings.js'
import { Deadline } from '../../runtime/deadline.js'
import type { Hook } from '../hook-call.js'
import type { Denylist } from './denylist.js'
import { askHook } from './screening-hook.js'

/** Timeout of a node's answer about one address. */
const CALL_MS = 10_000
/** Longer than the retry interval of a withdrawal that waits for its destination. */
const FORGOTTEN_MS = 10 * 60_000

export interface ScreeningOptions {
  readonly denylist: Denylist | undefined
  readonly hook: Hook | undefined
  /** The served networks, whose tokens are asked. */
  readonly chain: (id: ChainId) => Chain | undefined
  readonly clock: Clock
  readonly warn: (details: object, message: string) => void
}

type Answer = ScreeningAnswer | Outstanding
/** Undefined: the source does not apply here. */
type Ask = (subject: ScreeningSubject, at: BlockRef, signal: AbortSignal) => Promise<Answer | undefined>

const PASS: ScreeningAnswer = { verdict: 'pass', reference: null }

export const openScreening = (options: ScreeningOptions): Screening => new SourceScreening(options)

/** Screens with the configured sources, cheap ones first. */
class SourceScreening implements Screening {
  private readonly sources: readonly (readonly [ScreeningSource, Ask])[]
  /** Networks whose token turned out to have no blacklist. */
  private readonly withoutBlacklist = new Set<string>()
  private readonly destinations: WaitingList

  constructor(private readonly options: ScreeningOptions) {
    this.destinations = new WaitingList(() => options.clock.now(), FORGOTTEN_MS)
    this.sources = [
      ['deny_file', (subject) => this.askDenylist(subject)],
      ['token', (subject, at, signal) => this.screenToken(subject, at, signal)],
      ['hook', (subject, _at, signal) => this.askHook(subject, signal)],
    ]
  }

  isEnabled(id: ChainId): boolean {
    const { denylist, hook } = this.options
    return denylist !== undefined || hook !== undefined || this.chainWithBlacklist(id) !== undefined
  }

  async screen(
    subject: ScreeningSubject,
    answered: ReadonlySet<SourceVerdict['source']>,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<ScreeningRound> {
    const verdicts: SourceVerdict[] = []
    const waiting: string[] = []
    let isDeferred = false
    for (const [source, ask] of this.sources) {
      const answer = answered.has(source) ? undefined : await ask(subject, at, signal)
      if (answer?.verdict === 'outstanding' && answer.isDeferred) isDeferred = true
      else if (answer?.verdict === 'outstanding') waiting.push(`${source}: ${answer.why}`)
      else if (answer) verdicts.push({ source, ...answer })
      if (answer?.verdict === 'flag') return { verdicts, waitsFor: undefined }
    }
    return { verdicts, waitsFor: waiting.length === 0 ? undefined : waiting.join(', '), isDeferred }
  }

  async screenToken(
    subject: ScreeningSubject,
    at: BlockRef,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const chain = this.chainWithBlacklist(subject)
    if (!chain) return undefined
    const canWait = subject.amount !== null && isDust({ value: subject.amount })
    try {
      for (const address of addressesOf(subject)) {
        if (await isBlacklisted(chain, address, at, { canWait, signal }))
          return { verdict: 'flag', reference: address }
      }
      return PASS
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NoTokenBlacklist && subject.environment === 'test')
        return this.disableBlacklist(subject)
      const why = error instanceof Error ? error.message : `${error}`
      return {
        verdict: 'outstanding',
        why,
        ...(error instanceof CallsReservedForBlocks && { isDeferred: true }),
      }
    }
  }

  async screenAddress(id: ChainId, address: string, at: BlockRef, signal: AbortSignal): Promise<Answer> {
    const { environment, network } = id
    const to = readDestination(network, address) ?? address
    const name = `${keyOf(id)}/${to}`
    const why = this.destinations.isDue(name) ? undefined : this.destinations.reasonFor(name)
    if (why !== undefined) return { verdict: 'outstanding', why }
    const nothing = { txHash: null, logIndex: null, from: null, origin: null, amount: null }
    const subject = { environment, network, to, ...nothing }
    const { verdicts, waitsFor } = await this.screen(subject, new Set(), at, signal)
    if (waitsFor !== undefined) {
      this.destinations.add(name, waitsFor)
      return { verdict: 'outstanding', why: waitsFor }
    }
    this.destinations.delete(name)
    return verdicts.find(({ verdict }) => verdict === 'flag') ?? PASS
  }

  private async askDenylist(subject: ScreeningSubject): Promise<Answer | undefined> {
    const { denylist } = this.options
    if (!denylist) return undefined
    for (const address of addressesOf(subject)) {
      if (await denylist.has(address)) return { verdict: 'flag', reference: address }
    }
    return PASS
  }

  private async askHook(subject: ScreeningSubject, signal: AbortSignal): Promise<Answer | undefined> {
    const { hook, clock } = this.options
    return hook && askHook({ ...hook, clock }, subject, signal)
  }

  /** Returns the network if its token has a blacklist. */
  private chainWithBlacklist(id: ChainId): Chain | undefined {
    const chain = this.options.chain(id)
    return chain?.isBlacklisted && !this.withoutBlacklist.has(keyOf(id)) ? chain : undefined
  }

  private disableBlacklist({ environment, network }: ChainId): undefined {
    this.withoutBlacklist.add(keyOf({ environment, network }))
    this.options.warn({ environment, network }, 'this test token has no blacklist; it is no longer queried')
    return undefined
  }
}

/** Returns the addresses to screen: the sender and signer of a payment, the receiver of a withdrawal. */
function addressesOf({ from, origin, to }: ScreeningSubject): string[] {
  if (from === null) return [to]
  return origin === null || origin === from ? [from] : [from, origin]
}

async function isBlacklisted(
  chain: Chain,
  address: string,
  at: BlockRef,
  { canWait, signal }: { canWait: boolean; signal: AbortSignal },
): Promise<boolean> {
  const deadline = new Deadline(signal, CALL_MS)
  try {
    return (await chain.isBlacklisted?.(address, at, deadline.signal, canWait)) ?? false
  } finally {
    deadline.end()
  }
}

const keyOf = ({ environment, network }: ChainId): string => `${environment}/${network}`
