import { WrongChain } from '../../domain/chain/chain.js'
import type { NodesReport } from '../../domain/chain/node-report.js'
import type { ChainNode, CrossCheckResult, NodeEvent } from './chain-node.js'
import { NodeHealth } from './node-health.js'
import { NodeSelector, type NodeSelectorOptions } from './node-selector.js'
import { PeriodicProbe } from './periodic-probe.js'
import { isFailure, RpcError } from './rpc-error.js'
import { SecondNodeWait } from './second-node-wait.js'

export interface NodesOptions<Node extends ChainNode> extends NodeSelectorOptions {
  /** The preferred node first. */
  readonly nodes: readonly Node[]
  readonly chainId: number
  readonly report?: ((event: NodeEvent) => void) | undefined
  /** 0 ≤ x < 1 */
  readonly random?: (() => number) | undefined
}

/** No node was available, or all failed; the message names each node and its reason. */
export class NoNode extends Error {
  override readonly name = 'NoNode'
}

const IDENTITY_MS = 10 * 60_000

/**
 * The nodes of one network, the preferred one first. One node serves a whole step; a fault discards the step, and the
 * next node starts over. Results that move money are cross-checked at a second node.
 */
export class Nodes<Node extends ChainNode> {
  private readonly states: readonly NodeHealth<Node>[]
  private readonly selector: NodeSelector<Node>
  private serving = 0
  private readonly probes: PeriodicProbe
  private readonly secondNode: SecondNodeWait
  private singleNodeConfirmations = 0
  private sending: Nodes<Node> | undefined

  /** @param watcher follows the network with the same nodes; absent for itself */
  constructor(
    private readonly options: NodesOptions<Node>,
    private readonly watcher?: Nodes<Node>,
  ) {
    this.probes = watcher?.probes ?? new PeriodicProbe(options.monotonic, (signal) => this.probe(signal))
    this.secondNode = new SecondNodeWait(options.monotonic)
    this.states =
      watcher?.states.map(({ node, condition }) => new NodeHealth(node, 'sending', condition)) ??
      options.nodes.map((node) => new NodeHealth(node))
    this.selector = new NodeSelector(this.states, options)
  }

  /** Returns the same nodes for payments, whose faults take no node from the watcher. */
  forSending(): Nodes<Node> {
    this.sending ??= new Nodes(this.options, this)
    return this.sending
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
    const done = await this.firstOf(this.selector.inOrder(this.serving), work, signal)
    this.serve(done.state)
    return done.value
  }

  /**
   * Runs work that needs the state at a block on a node that keeps it: nodes that have pruned it are asked last.
   *
   * @throws like {@link step}
   */
  async stepAtState<Result>(
    block: number,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const done = await this.firstOf(this.selector.withState(this.serving, block), work, signal, block)
    done.state.condition.balances += 1
    return done.value
  }

  private async firstOf<Result>(
    states: readonly NodeHealth<Node>[],
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
    block?: number,
  ): Promise<{ readonly state: NodeHealth<Node>; readonly value: Result }> {
    this.probes.startIfDue(signal)
    for (const state of states) {
      const done = await this.attempt(state, () => this.identified(state, work, signal), signal, block)
      if (done) return { state, value: done.value }
    }
    // No other node has the method either: perhaps this one does by now.
    for (const { node } of this.states) node.forgetMissing?.()
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
      this.secondNode.noteAnswer()
      return { kind: 'answered', node: answered.node, answer: answered.value }
    }
    if (!this.secondNode.isOver()) {
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
    this.states.find((each) => each.node === node)?.quarantine(this.options.monotonic(), why)
    this.report({ kind: 'quarantined', node: node.name, why })
  }

  /** Reports the health of the nodes. */
  status(): NodesReport {
    const able = new Set(this.selector.able())
    const isAble = (state: NodeHealth<Node>) => able.has(state) && state.healthySince !== undefined
    const nodes = this.states.map((state) => ({
      isAble: isAble(state),
      trouble: isAble(state) ? undefined : state.why,
      name: state.node.name,
      balances: state.condition.balances,
      requests: state.node.requests,
      faults: state.condition.faults,
      callsLeft: state.node.callsLeft?.(),
    }))
    const ofPayments = this.sending?.singleNodeConfirmations ?? 0
    return { singleNodeConfirmations: this.singleNodeConfirmations + ofPayments, nodes }
  }

  /** Resolves when no probe of other nodes is running. */
  async idle(): Promise<void> {
    await this.probes.idle()
  }

  private async identified<Result>(
    state: NodeHealth<Node>,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { identifiedAt } = state.condition
    if (identifiedAt === undefined || this.options.monotonic() - identifiedAt >= IDENTITY_MS) {
      const id = await this.identify(state, signal)
      if (id !== this.options.chainId) throw new RpcError('refused', this.wrongChain(id))
    }
    return work(state.node)
  }

  private async identify(state: NodeHealth<Node>, signal: AbortSignal): Promise<number> {
    const id = await state.node.chainId(signal)
    if (id === this.options.chainId) state.condition.identifiedAt = this.options.monotonic()
    return id
  }

  private wrongChain(id: number): string {
    return `chain id ${id}, expected ${this.options.chainId}`
  }

  /**
   * @param block whose state the work needs, if any
   * @returns undefined when the node failed; then it is paused, unless it only has no answer to this call
   */
  private async attempt<Result>(
    state: NodeHealth<Node>,
    work: () => Promise<Result>,
    signal: AbortSignal,
    block = -1,
  ): Promise<{ value: Result } | undefined> {
    try {
      const value = await work()
      state.noteAnswer(this.options.monotonic())
      return { value }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof RpcError) || error.failure === 'absent') throw error
      const { condition } = state
      if (error.failure === 'unavailable') condition.prunedUpTo = Math.max(condition.prunedUpTo, block)
      if (isFailure(error, 'unavailable', 'unsupported')) state.noteNoAnswer(error)
      else this.noteFault(state, error)
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
    if (!this.watcher) this.report({ kind: 'serving', node: state.node.name })
  }

  private async probe(signal: AbortSignal): Promise<void> {
    if (this.states.length < 2) return
    const readHead = (state: NodeHealth<Node>) => this.identified(state, (node) => node.head(signal), signal)
    const awake = this.selector.awake()
    const heads = await Promise.all(awake.map((each) => this.attempt(each, () => readHead(each), signal)))
    // Set together: beside the new head of another node, an old one would be behind.
    for (const [at, state] of awake.entries()) state.condition.head = heads[at]?.value ?? state.condition.head
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
