import { WrongChain } from '../../domain/chain/chain.js'
import type { NodesReport } from '../../domain/chain/node-report.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { NodeHealth, QUARANTINE_MS } from './node-health.js'
import type { RequestTally } from './node-http.js'
import { NodeSelector, type NodeSelectorOptions } from './node-selector.js'
import { type FailureClass, RpcError } from './rpc-error.js'

/** The calls that every node supports, whatever its network. */
export interface ChainNode {
  /** Host of the node, for display; nothing else of its URL. */
  readonly name: string
  chainId(signal: AbortSignal): Promise<number>
  /** The newest block that the node serves. Its number and time are the node's own claim. */
  head(signal: AbortSignal): Promise<Pick<BlockRef, 'number' | 'timeAt'>>
  /** Requests so far, by result. */
  readonly requests: RequestTally
  /** Calls left today; undefined where they are not counted. */
  callsLeft?(): number | undefined
}

/** Events for the operator. */
export type NodeEvent =
  | { readonly kind: 'fault'; readonly node: string; readonly failure: FailureClass; readonly why: string }
  /** The node is skipped for {@link QUARANTINE_MS}, whatever it answers. */
  | { readonly kind: 'quarantined'; readonly node: string; readonly why: string }
  /** Steps are read from this node now. */
  | { readonly kind: 'serving'; readonly node: string }
  /** No second node was able to answer for long enough that one is accepted. */
  | { readonly kind: 'single_node' }

export interface NodesOptions<Node extends ChainNode> extends NodeSelectorOptions {
  /** The preferred node first. */
  readonly nodes: readonly Node[]
  readonly chainId: number
  readonly report?: ((event: NodeEvent) => void) | undefined
  /** 0 ≤ x < 1 */
  readonly random?: (() => number) | undefined
}

/** The result of a cross-check at a second node. */
export type CrossCheckResult<Answer> =
  | { readonly kind: 'answered'; readonly node: string; readonly answer: Answer }
  /**
   * There is no second node, or none has been able to answer for {@link SINGLE_NODE_AFTER_MS}: one node is enough.
   */
  | { readonly kind: 'waived' }
  /** `isContradicted` if a second node serves another history: an operator must look. */
  | { readonly kind: 'pending'; readonly isContradicted: boolean }

/** No node was available, or all failed; the message names each node and its reason. */
export class NoNode extends Error {
  override readonly name = 'NoNode'
}

const IDENTITY_MS = 10 * 60_000
const SINGLE_NODE_AFTER_MS = 10 * 60_000
/** Idle time after which earlier failures of second nodes no longer count; longer than the tick of a slow machine. */
const FORGET_AFTER_MS = SINGLE_NODE_AFTER_MS
const PROBE_MS = 15_000

/**
 * The nodes of one network, the preferred one first. One node serves a whole step; a fault discards the step, and the
 * next node starts over. Results that move money are cross-checked at a second node.
 */
export class Nodes<Node extends ChainNode> {
  private readonly states: readonly NodeHealth<Node>[]
  private readonly selector: NodeSelector<Node>
  private serving = 0
  private probedAt: number
  private probing: Promise<void> | undefined
  /** Start of the period in which no second node could answer, and the last request in it. */
  private unanswered: { readonly since: number; readonly askedAt: number } | undefined
  private singleNodeConfirmations = 0

  constructor(private readonly options: NodesOptions<Node>) {
    this.probedAt = options.monotonic()
    this.states = options.nodes.map((node) => new NodeHealth(node))
    this.selector = new NodeSelector(this.states, options)
  }

  /** Number of nodes, able or not. */
  get size(): number {
    return this.states.length
  }

  /** The node that would serve a step now; undefined where none can. */
  get first(): Node | undefined {
    return this.selector.inOrder(this.serving)[0]?.node
  }

  /**
   * Asks every node for its chain.
   *
   * @throws WrongChain where a node serves another chain, NoNode where none answers
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
   * Runs a whole step on the first node that can serve it.
   *
   * @throws NoNode where none could; RpcError `absent`, which the step must interpret; and errors of the step
   */
  async step<Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    this.probeIfDue(signal)
    for (const state of this.selector.inOrder(this.serving)) {
      const done = await this.attempt(state, () => this.identified(state, work, signal), signal)
      if (!done) continue
      this.serve(state)
      return done.value
    }
    throw this.noNode()
  }

  /**
   * Asks the nodes other than `first` until one of our chain answers: a healthy node, or one that only lags behind the
   * head that another node announces.
   */
  async crossCheck<Answer>(
    first: Node,
    ask: (node: Node) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<CrossCheckResult<Answer>> {
    if (this.states.length < 2) return { kind: 'waived' }
    const answered = await this.askOther(first, this.selector.crossCheckers(), ask, signal)
    if (answered) {
      this.unanswered = undefined
      return { kind: 'answered', node: answered.node, answer: answered.value }
    }
    const now = this.options.monotonic()
    const { since, askedAt } = this.unanswered ?? { since: now, askedAt: now }
    this.unanswered = { since: now - askedAt > FORGET_AFTER_MS ? now : since, askedAt: now }
    if (now - this.unanswered.since < SINGLE_NODE_AFTER_MS) {
      const isContradicted = this.states.some(({ node, isForeign }) => node !== first && isForeign)
      return { kind: 'pending', isContradicted }
    }
    this.singleNodeConfirmations += 1
    this.report({ kind: 'single_node' })
    return { kind: 'waived' }
  }

  /** Runs work on the first healthy node other than `first`; undefined where none can. */
  async elsewhere<Result>(
    first: Node,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ readonly node: string; readonly value: Result } | undefined> {
    return this.askOther(first, this.selector.able(), work, signal)
  }

  /**
   * Runs a step on a node other than the serving one, which may have left something out; on the serving one where no
   * other node can.
   */
  stepElsewhere<Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return this.step(async (node) => {
      const result = await this.elsewhere(node, work, signal)
      return result ? result.value : work(node)
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

  /** Asks every available node; nodes that fail are left out. */
  async askAll<Answer>(
    ask: (node: Node) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<readonly { node: string; answer: Answer }[]> {
    const awake = this.selector.awake()
    const answers = await Promise.all(
      awake.map((state) => this.attempt(state, () => this.identified(state, ask, signal), signal)),
    )
    return answers.flatMap((answer, at) => {
      const state = awake[at]
      return answer && state ? [{ node: state.node.name, answer: answer.value }] : []
    })
  }

  /** Checks the chain id again, before a result is believed that another chain would explain. */
  async confirmChain(node: Node, signal: AbortSignal): Promise<void> {
    const id = await node.chainId(signal)
    if (id !== this.options.chainId) throw new RpcError('refused', this.wrongChain(id))
  }

  /** Skips a node for a while that contradicts other nodes. */
  quarantine(node: Node, why: string): void {
    const state = this.states.find((each) => each.node === node)
    state?.pause(this.options.monotonic() + QUARANTINE_MS, why)
    this.report({ kind: 'quarantined', node: node.name, why })
  }

  /** Reports the health of the nodes. */
  status(): NodesReport {
    const able = new Set(this.selector.able())
    const nodes = this.states.map((state) => ({
      isAble: able.has(state) && state.healthySince !== undefined,
      requests: state.node.requests,
      faults: state.faults,
      callsLeft: state.node.callsLeft?.(),
    }))
    return { singleNodeConfirmations: this.singleNodeConfirmations, nodes }
  }

  /** Resolves when no probe of other nodes is running. */
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

  /** @returns undefined when the node failed; then it is paused */
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
    if (fault.failure === 'refused') this.report({ kind: 'quarantined', node, why: fault.message })
  }

  private serve(state: NodeHealth<Node>): void {
    const at = this.states.indexOf(state)
    if (at === this.serving) return
    this.serving = at
    this.report({ kind: 'serving', node: state.node.name })
  }

  /** Runs in the background: a hanging node must not delay the step of another one. */
  private probeIfDue(signal: AbortSignal): void {
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
    const readHead = async (state: NodeHealth<Node>) => {
      state.head = await this.identified(state, (node) => node.head(signal), signal)
    }
    const awake = this.selector.awake()
    await Promise.all(awake.map((state) => this.attempt(state, () => readHead(state), signal)))
    for (const state of awake) {
      if (this.selector.isBehind(state)) {
        state.healthySince = undefined
        state.why = `${this.selector.lagOf(state)} blocks behind`
      }
    }
  }

  private noNode(): NoNode {
    const reasons = this.states.map(({ node, why }) => `${node.name}: ${why}`)
    return new NoNode(`no node is available: ${reasons.join('; ')}`)
  }

  private report(event: NodeEvent): void {
    this.options.report?.(event)
  }
}
