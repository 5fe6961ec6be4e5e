/** How the nodes of a network do, since this process began. */
export interface NodesReport {
  /** How often one node's word on money had to be enough. */
  readonly singleNodeConfirmations: number
  /** In the order of the settings. */
  readonly nodes: readonly NodeReport[]
}

/** The calls of a day that a node answers, where they have an end: what a restart must not forget. */
export interface DayBudget {
  readonly node: string
  /** What was not told before. */
  unreported(): { readonly day: number; readonly calls: number }
  /** Calls that are left beyond those that the blocks of the rest of the day need. */
  beyondBlocks(): number
  /** @param calls of that day, by whoever made them; `told` of them are ours */
  learn(day: number, calls: number, told: number): void
}

/** What a node is good for. What came of calls is one of a closed set of words. */
export interface NodeReport {
  /** It answered when it was asked last, and is not too far behind the others. */
  readonly isAble: boolean
  /** Requests over HTTP: a batch of calls is one. */
  readonly requests: ReadonlyMap<string, number>
  /** Answers that could not be used, and those that never came. */
  readonly faults: ReadonlyMap<string, number>
  /** Calls that are left of the day; undefined where nobody counts them. */
  readonly callsLeft: number | undefined
}
