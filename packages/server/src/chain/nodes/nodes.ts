import { WrongChain } from '../../domain/chain/chain.js'
import type { NodesReport } from '../../domain/chain/node-report.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { NodeHealth, QUARANTINE_MS } from './node-health.js'
import type { RequestTally } from './node-http.js'
import { NodeSelector, type NodeSelectorOptions } from './node-selector.js'
import { type FailureClass, RpcError } from './rpc-error.js'

/** What every node can be asked, whatever its network. */
export interface ChainNode {
  /** For people: its host, nothing else of its URL. */
  readonly name: string
  chainId(signal: AbortSignal): Promise<number>
  /** The newest block that it serves. Its number is the node's own word, and so is its time. */
  head(signal: AbortSignal): Promise<Pick<BlockRef, 'number' | 'timeAt'>>
  /** Requests so far, by what came of them. */
  readonly requests: RequestTally
  /** Calls that are left of the day; undefined where nobody counts them. */
  callsLeft?(): number | undefined
}

/** What the operator should hear of. */
export type NodeEvent =
  | { readonly kind: 'fault'; readonly node: string; readonly failure: FailureClass; readonly why: string }
  /** For {@link OUT_MS}, whatever it answers meanwhile. */
  | { readonly kind: 'out'; readonly node: string; readonly why: string }
  /** Steps are read from this node now. */
  | { readonly kind: 'serving'; readonly node: string }
  /** No second node could answer for so long that one was enough. */
  | { readonly kind: 'single_node' }

export interface NodesOptions<Node extends ChainNode> extends NodeSelectorOptions {
  /** The preferred one first. */
  readonly nodes: readonly Node[]
  readonly chainId: number
  readonly report?: ((event: NodeEvent) => void) | undefined
  /** 0 ≤ x < 1 */
  readonly random?: (() => number) | undefined
}

/** A second node's word on something that costs money. */
export type CrossCheckResult<Answer> =
  | { readonly kind: 'told'; readonly node: string; readonly answer: Answer }
  /** There is no second node, or none could answer whenever it was asked for {@link NO_WITNESS_MS}: one is enough. */
  | { readonly kind: 'waived' }
  | { readonly kind: 'wait' }

/** Nobody could be asked, or everybody failed; it says who and why. */
export class NoNode extends Error {
  override readonly name = 'NoNode'
}

const IDENTITY_MS = 10 * 60_000
const NO_WITNESS_MS = 10 * 60_000
/** Nobody asked for so long: what a second node was then says nothing of what it is now. */
const UNASKED_MS = 2 * 60_000
const PROBE_MS = 15_000

/**
 * The nodes of one network, the preferred one first. One node serves a whole step; whatever goes wrong throws the step
 * away, and the next node starts it anew. Nodes are witnesses: what costs money is asked of a second one.
 */
export class Nodes<Node extends ChainNode> {
  private readonly states: readonly NodeHealth<Node>[]
  private readonly roster: NodeSelector<Node>
  private serving = 0
  private probedAt: number
  private probing: Promise<void> | undefined
  /** Since when no second node could tell what it was asked, and when it was asked last. */
  private noWitness: { readonly since: number; readonly askedAt: number } | undefined
  private singleNodeConfirmations = 0

  constructor(private readonly options: NodesOptions<Node>) {
    this.probedAt = options.monotonic()
    this.states = options.nodes.map((node) => new NodeHealth(node))
    this.roster = new NodeSelector(this.states, options)
  }

  /** How many there are, able or not. */
  get size(): number {
    return this.states.length
  }

  /** Who would serve a step now; undefined where none can. */
  get first(): Node | undefined {
    return this.roster.inOrder(this.serving)[0]?.node
  }

  /**
   * Asks every node which chain it serves.
   *
   * @throws WrongChain where one serves another, NoNode where none answers
   */
  async identifyAll(signal: AbortSignal): Promise<void> {
    const answers = await Promise.all(
      this.states.map((state) => this.attempt(state, () => this.identify(state, signal), signal)),
    )
    const wrong = answers.find(
      (answer) => answer?.value !== undefined && answer.value !== this.options.chainId,
    )
    if (wrong) throw new WrongChain(`chain id ${wrong.value}, expected ${this.options.chainId}`)
    if (answers.every((answer) => answer === undefined)) throw this.noNode()
  }

  /**
   * Runs a step on the first node that can serve it, whole.
   *
   * @throws NoNode where none could; NodeFault `absent`, which the step itself must judge; and what the step throws
   */
  async step<Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    this.probeNowAndThen(signal)
    for (const state of this.roster.inOrder(this.serving)) {
      const done = await this.attempt(state, () => this.identified(state, work, signal), signal)
      if (!done) continue
      this.serve(state)
      return done.value
    }
    throw this.noNode()
  }

  /**
   * Asks the nodes other than `first` until one answers that serves our chain: a healthy one, or one that is only behind
   * what another announces.
   */
  async crossCheck<Answer>(
    first: Node,
    ask: (node: Node) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<CrossCheckResult<Answer>> {
    if (this.states.length < 2) return { kind: 'waived' }
    const told = await this.askOther(first, this.roster.crossCheckers(), ask, signal)
    if (told) {
      this.noWitness = undefined
      return { kind: 'told', node: told.node, answer: told.value }
    }
    const now = this.options.monotonic()
    const { since, askedAt } = this.noWitness ?? { since: now, askedAt: now }
    this.noWitness = { since: now - askedAt > UNASKED_MS ? now : since, askedAt: now }
    if (now - this.noWitness.since < NO_WITNESS_MS) return { kind: 'wait' }
    this.singleNodeConfirmations += 1
    this.report({ kind: 'single_node' })
    return { kind: 'waived' }
  }

  /** Runs something on the first healthy node other than `first`; undefined where none can. */
  async elsewhere<Result>(
    first: Node,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ readonly node: string; readonly value: Result } | undefined> {
    return this.askOther(first, this.roster.able(), work, signal)
  }

  /** Runs a step on a node other than the one that serves, which may have kept something back; on that one where no other can. */
  stepElsewhere<Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return this.step(async (node) => {
      const told = await this.elsewhere(node, work, signal)
      return told ? told.value : work(node)
    }, signal)
  }

  private async askOther<Result>(
    first: Node,
    states: readonly NodeHealth<Node>[],
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ readonly node: string; readonly value: Result } | undefined> {
    for (const state of states.filter(({ node }) => node !== first)) {
      const done = await this.attempt(state, () => this.identified(state, work, signal), signal)
      if (done) return { node: state.node.name, value: done.value }
    }
    return undefined
  }

  /** Asks every node that can be asked; those that fail are left out. */
  async askAll<Answer>(
    ask: (node: Node) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<readonly { node: string; answer: Answer }[]> {
    const awake = this.roster.awake()
    const answers = await Promise.all(
      awake.map((state) => this.attempt(state, () => this.identified(state, ask, signal), signal)),
    )
    return answers.flatMap((answer, at) => {
      const state = awake[at]
      return answer && state ? [{ node: state.node.name, answer: answer.value }] : []
    })
  }

  /** Asks the chain id once more, before something is believed that only another chain would explain. */
  async confirmChain(node: Node, signal: AbortSignal): Promise<void> {
    const id = await node.chainId(signal)
    if (id !== this.options.chainId) throw new RpcError('refused', this.wrongChain(id))
  }

  /** A node that contradicts what others confirm is not asked for a while. */
  quarantine(node: Node, why: string): void {
    const state = this.states.find((each) => each.node === node)
    state?.rest(this.options.monotonic() + QUARANTINE_MS, why)
    this.report({ kind: 'out', node: node.name, why })
  }

  /** How they do. */
  status(): NodesReport {
    const able = new Set(this.roster.able())
    const nodes = this.states.map((state) => ({
      isAble: able.has(state) && state.healthySince !== undefined,
      requests: state.node.requests,
      faults: state.faults,
      callsLeft: state.node.callsLeft?.(),
    }))
    return { singleNodeConfirmations: this.singleNodeConfirmations, nodes }
  }

  /** Ends when no look at other nodes is under way. */
  async idle(): Promise<void> {
    await this.probing
  }

  private async identified<Result>(
    state: NodeHealth<Node>,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { identifiedAt } = state
    if (identifiedAt === undefined || this.options.monotonic() - identifiedAt >= IDENTITY_MS) {
      const id = await this.identify(state, signal)
      if (id !== this.options.chainId) throw new RpcError('refused', this.wrongChain(id))
    }
    return work(state.node)
  }

  private async identify(state: NodeHealth<Node>, signal: AbortSignal): Promise<number> {
    const id = await state.node.chainId(signal)
    if (id === this.options.chainId) state.identifiedAt = this.options.monotonic()
    return id
  }

  private wrongChain(id: number): string {
    return `chain id ${id}, expected ${this.options.chainId}`
  }

  /** @returns undefined when the node failed, and then it rests */
  private async attempt<Result>(
    state: NodeHealth<Node>,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ value: Result } | undefined> {
    try {
      const value = await work()
      state.noteAnswer(this.options.monotonic())
      return { value }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof RpcError) || error.failure === 'absent') throw error
      this.noteFault(state, error)
      return undefined
    }
  }

  private noteFault(state: NodeHealth<Node>, fault: RpcError): void {
    const { monotonic, random = Math.random } = this.options
    const node = state.node.name
    this.report({ kind: 'fault', node, failure: fault.failure, why: fault.message })
    state.noteFault(fault, monotonic(), random())
    if (fault.failure === 'refused') this.report({ kind: 'out', node, why: fault.message })
  }

  private serve(state: NodeHealth<Node>): void {
    const at = this.states.indexOf(state)
    if (at === this.serving) return
    this.serving = at
    this.report({ kind: 'serving', node: state.node.name })
  }

  /** A step does not wait for it: a node that hangs must not hold up one that serves. */
  private probeNowAndThen(signal: AbortSignal): void {
    const now = this.options.monotonic()
    if (this.states.length < 2 || this.probing || now - this.probedAt < PROBE_MS) return
    this.probedAt = now
    this.probing = this.probe(signal)
      .catch(() => undefined)
      .finally(() => {
        this.probing = undefined
      })
  }

  private async probe(signal: AbortSignal): Promise<void> {
    const look = async (state: NodeHealth<Node>) => {
      state.head = await this.identified(state, (node) => node.head(signal), signal)
    }
    const awake = this.roster.awake()
    await Promise.all(awake.map((state) => this.attempt(state, () => look(state), signal)))
    for (const state of awake) {
      if (this.roster.isBehind(state)) {
        state.healthySince = undefined
        state.why = `${this.roster.lagOf(state)} blocks behind`
      }
    }
  }

  private noNode(): NoNode {
    const reasons = this.states.map(({ node, why }) => `${node.name}: ${why}`)
    return new NoNode(`no node can serve this: ${reasons.join('; ')}`)
  }

  private report(event: NodeEvent): void {
    this.options.report?.(event)
  }
}
