import { WrongChain } from '../domain/chains.js'
import { type FailureClass, NodeFault } from './answer.js'

/** What every node can be asked, whatever its network. */
export interface ChainNode {
  /** For people: its host, nothing else of its URL. */
  readonly name: string
  chainId(signal: AbortSignal): Promise<number>
  /** Number of the newest block that it serves: the block is read, not only announced. */
  headNumber(signal: AbortSignal): Promise<number>
}

/** What the operator should hear of. */
export type NodeEvent =
  | { readonly kind: 'fault'; readonly node: string; readonly failure: FailureClass; readonly why: string }
  /** For {@link OUT_MS}, whatever it answers meanwhile. */
  | { readonly kind: 'out'; readonly node: string; readonly why: string }
  /** Steps are read from this node now. */
  | { readonly kind: 'serving'; readonly node: string }
  /** No second node could answer for so long that one was enough. */
  | { readonly kind: 'single_witness' }

export interface NodesOptions<Node extends ChainNode> {
  /** The preferred one first. */
  readonly nodes: readonly Node[]
  readonly chainId: number
  /** Blocks that a healthy node may be behind the others. */
  readonly lagBlocks: number
  /** Milliseconds that no change of the clock moves. */
  readonly monotonic: () => number
  readonly report?: ((event: NodeEvent) => void) | undefined
  /** 0 ≤ x < 1 */
  readonly random?: (() => number) | undefined
}

/** A second node's word on something that costs money. */
export type Testimony<Answer> =
  | { readonly kind: 'told'; readonly node: string; readonly answer: Answer }
  /** There is no second node, or none could answer for {@link NO_WITNESS_MS}: one is enough. */
  | { readonly kind: 'waived' }
  | { readonly kind: 'wait' }

/** Nobody could be asked, or everybody failed; it says who and why. */
export class NoNode extends Error {
  override readonly name = 'NoNode'
}

const OUT_MS = 10 * 60_000
const IDENTITY_MS = 10 * 60_000
const NO_WITNESS_MS = 10 * 60_000
const BACK_AFTER_MS = 60_000
const PROBE_MS = 15_000
const LIMITED_MS = { first: 1_000, most: 60_000 }
const BROKEN_MS = { first: 250, most: 30_000 }

interface State<Node> {
  readonly node: Node
  /** Until then nothing is asked of it. */
  restsUntil: number
  /** Faults in a row, by what they were. */
  limited: number
  broken: number
  healthySince: number | undefined
  /** Undefined where it must be asked before anything else is. */
  identifiedAt: number | undefined
  head: number | undefined
  why: string
}

/**
 * The nodes of one network, the preferred one first. One node serves a whole step; whatever goes wrong throws the step
 * away, and the next node starts it anew. Nodes are witnesses: what costs money is asked of a second one.
 */
export class Nodes<Node extends ChainNode> {
  private readonly states: readonly State<Node>[]
  private serving = 0
  private probedAt: number
  private probing: Promise<void> | undefined
  private noWitnessSince: number | undefined

  constructor(private readonly options: NodesOptions<Node>) {
    this.probedAt = options.monotonic()
    this.states = options.nodes.map((node) => ({
      node,
      restsUntil: 0,
      limited: 0,
      broken: 0,
      healthySince: undefined,
      identifiedAt: undefined,
      head: undefined,
      why: 'not asked yet',
    }))
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
    for (const state of this.inTurn()) {
      const done = await this.attempt(state, () => this.identified(state, work, signal), signal)
      if (!done) continue
      this.serve(state)
      return done.value
    }
    throw this.noNode()
  }

  /** Asks the nodes other than `first` until one answers: a healthy one, that serves our chain. */
  async witness<Answer>(
    first: Node,
    ask: (node: Node) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Testimony<Answer>> {
    const others = this.states.filter(({ node }) => node !== first)
    if (others.length === 0) return { kind: 'waived' }
    for (const state of others.filter((other) => this.isAble(other))) {
      const told = await this.attempt(state, () => this.identified(state, ask, signal), signal)
      if (!told) continue
      this.noWitnessSince = undefined
      return { kind: 'told', node: state.node.name, answer: told.value }
    }
    const now = this.options.monotonic()
    this.noWitnessSince ??= now
    if (now - this.noWitnessSince < NO_WITNESS_MS) return { kind: 'wait' }
    this.report({ kind: 'single_witness' })
    return { kind: 'waived' }
  }

  /** Asks every node that can be asked; those that fail are left out. */
  async askAll<Answer>(
    ask: (node: Node) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<readonly { node: string; answer: Answer }[]> {
    const able = this.states.filter((state) => this.isAwake(state))
    const answers = await Promise.all(
      able.map((state) => this.attempt(state, () => this.identified(state, ask, signal), signal)),
    )
    return answers.flatMap((answer, at) => {
      const state = able[at]
      return answer && state ? [{ node: state.node.name, answer: answer.value }] : []
    })
  }

  /** Asks the chain id once more, before something is believed that only another chain would explain. */
  async confirmChain(node: Node, signal: AbortSignal): Promise<void> {
    const id = await node.chainId(signal)
    if (id !== this.options.chainId) throw new NodeFault('refused', this.wrongChain(id))
  }

  /** A node that contradicts what others confirm is not asked for a while. */
  putOut(node: Node, why: string): void {
    const state = this.states.find((each) => each.node === node)
    if (state) this.takeOut(state, why)
  }

  /** Ends when no look at other nodes is under way. */
  async settled(): Promise<void> {
    await this.probing
  }

  private async identified<Result>(
    state: State<Node>,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { identifiedAt } = state
    if (identifiedAt === undefined || this.options.monotonic() - identifiedAt >= IDENTITY_MS) {
      const id = await this.identify(state, signal)
      if (id !== this.options.chainId) throw new NodeFault('refused', this.wrongChain(id))
    }
    return work(state.node)
  }

  private async identify(state: State<Node>, signal: AbortSignal): Promise<number> {
    const id = await state.node.chainId(signal)
    if (id === this.options.chainId) state.identifiedAt = this.options.monotonic()
    return id
  }

  private wrongChain(id: number): string {
    return `chain id ${id}, expected ${this.options.chainId}`
  }

  /** @returns undefined when the node failed, and then it rests */
  private async attempt<Result>(
    state: State<Node>,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<{ value: Result } | undefined> {
    try {
      const value = await work()
      state.limited = 0
      state.broken = 0
      state.healthySince ??= this.options.monotonic()
      return { value }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NodeFault) || error.failure === 'absent') throw error
      this.rest(state, error)
      return undefined
    }
  }

  private rest(state: State<Node>, fault: NodeFault): void {
    this.report({ kind: 'fault', node: state.node.name, failure: fault.failure, why: fault.message })
    if (fault.failure === 'refused') {
      this.takeOut(state, fault.message)
      return
    }
    const isLimited = fault.failure === 'limited'
    const failures = isLimited ? state.limited++ : state.broken++
    const { first, most } = isLimited ? LIMITED_MS : BROKEN_MS
    const ceiling = Math.min(first * 2 ** Math.min(failures, 16), most)
    const random = (this.options.random ?? Math.random)()
    const jittered = isLimited ? ceiling * random : ceiling * (0.5 + random / 2)
    this.putToRest(state, fault.pauseMs ?? jittered, fault.message)
  }

  private takeOut(state: State<Node>, why: string): void {
    this.putToRest(state, OUT_MS, why)
    this.report({ kind: 'out', node: state.node.name, why })
  }

  /** Whoever answers after a rest may be another than before: it is asked for its chain again. */
  private putToRest(state: State<Node>, ms: number, why: string): void {
    state.restsUntil = this.options.monotonic() + ms
    state.healthySince = undefined
    state.identifiedAt = undefined
    state.head = undefined
    state.why = why
  }

  /** Whoever serves now, then the others in their order; a better one takes over once it was healthy for a while. */
  private inTurn(): State<Node>[] {
    const able = this.states.filter((state) => this.isAble(state))
    const isProven = ({ healthySince }: State<Node>) =>
      healthySince !== undefined && this.options.monotonic() - healthySince >= BACK_AFTER_MS
    const first = able.find((state) => this.states.indexOf(state) === this.serving || isProven(state))
    return first ? [first, ...able.filter((state) => state !== first)] : able
  }

  private serve(state: State<Node>): void {
    const at = this.states.indexOf(state)
    if (at === this.serving) return
    this.serving = at
    this.report({ kind: 'serving', node: state.node.name })
  }

  private isAwake = ({ restsUntil }: State<Node>): boolean => this.options.monotonic() >= restsUntil

  private isAble(state: State<Node>): boolean {
    return this.isAwake(state) && this.lagOf(state) <= this.options.lagBlocks
  }

  /** Behind the newest block that any node serves which is asked at all. */
  private lagOf({ head }: State<Node>): number {
    const heads = this.states.filter(this.isAwake).flatMap((each) => each.head ?? [])
    return head === undefined ? 0 : Math.max(...heads) - head
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
    const look = async (state: State<Node>) => {
      state.head = await this.identified(state, (node) => node.headNumber(signal), signal)
    }
    const awake = this.states.filter(this.isAwake)
    await Promise.all(awake.map((state) => this.attempt(state, () => look(state), signal)))
    for (const state of awake) {
      if (this.lagOf(state) > this.options.lagBlocks) {
        state.healthySince = undefined
        state.why = `${this.lagOf(state)} blocks behind`
      }
    }
    const isSecondAble = this.states.filter((state) => this.isAble(state)).length > 1
    if (isSecondAble) this.noWitnessSince = undefined
  }

  private noNode(): NoNode {
    const reasons = this.states.map(({ node, why }) => `${node.name}: ${why}`)
    return new NoNode(`no node can serve this: ${reasons.join('; ')}`)
  }

  private report(event: NodeEvent): void {
    this.options.report?.(event)
  }
}
