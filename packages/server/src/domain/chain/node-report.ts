/** Health of the nodes of a network since this process started. */
export interface NodesReport {
  /** Transfers whose finality was confirmed by one node only. */
  readonly singleNodeConfirmations: number
  /** In the order of the settings. */
  readonly nodes: readonly NodeReport[]
}

/** The daily call budget of a node. Its use is stored, so that a restart does not reset it. */
export interface DayBudget {
  readonly node: string
  /** Returns the calls that have not been reported yet. */
  unreported(): { readonly day: number; readonly calls: number }
  /** Returns the remaining calls beyond those reserved for the blocks of the rest of the day. */
  beyondBlocks(): number
  /**
   * Updates the use of the budget.
   *
   * @param calls calls of that day by all processes
   * @param reported how many of them this process has reported
   */
  learn(day: number, calls: number, reported: number): void
}

/** Health of a node. The keys of the maps come from a closed set. */
export interface NodeReport {
  /** Host of the node. */
  readonly name: string
  /** Balances that it answered. */
  readonly balances: number
  /** Why it is not able, in words; undefined while it is. */
  readonly trouble: string | undefined
  /** Whether its last call succeeded and it is not too far behind the other nodes. */
  readonly isAble: boolean
  /** HTTP requests by result; a batch of calls is one request. */
  readonly requests: ReadonlyMap<string, number>
  /** Unusable and missing answers by kind. */
  readonly faults: ReadonlyMap<string, number>
  /** Remaining calls of the day; undefined without a budget. */
  readonly callsLeft: number | undefined
}
