import type { SeenTransfer } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import { merchantBalances } from '../ledger/ledger.js'
import { type Usdt, usdt, ZERO } from '../shared/money.js'
import { ALL_CHAINS, type Scope, scopeName } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import type { Explanation } from './explanation.js'
import type { TransferBearer } from './explanations.js'
import { findInFlight, findUnsigned, listUndecided } from './possible-duplicates.js'

/** Most withdrawals of a network that are read. */
const MOST = 1_000

/** A transaction and the log index of a transfer in it. */
type PaidBy = Pick<SeenTransfer, 'txHash' | 'logIndex'>

/** A step that an operator can take now: no rule refuses it. */
export type NextStep =
  | { readonly kind: 'settle'; readonly withdrawal: Withdrawal; readonly paidBy: PaidBy }
  | { readonly kind: 'approve' | 'reject'; readonly withdrawal: Withdrawal }
  | { readonly kind: 'explain'; readonly transfer: PaidBy; readonly bearer: TransferBearer }

/** A transfer without an explanation. The step about the withdrawal that it may have paid stands with that withdrawal. */
export interface UnexplainedTransfer {
  readonly transfer: TreasuryTransfer
  readonly withdrawal?: Withdrawal
  /** Undefined while something else must be decided or recorded first. */
  readonly step: NextStep | undefined
}

/** A withdrawal that may be paid already, with the transfer that may have paid it. */
export interface PossiblyPaid {
  readonly withdrawal: Withdrawal
  readonly paidBy?: PaidBy
  /** Undefined while the transfer is not final or may have paid a signed withdrawal, or blocks that may hold one are missing. */
  readonly step: NextStep | undefined
}

/** An explained transfer that its merchant has not borne completely. */
export interface ShortExplanation {
  readonly explanation: Explanation
  /** Undefined while the merchant has no balance. */
  readonly step: NextStep | undefined
}

export interface NextSteps {
  readonly unexplained: readonly UnexplainedTransfer[]
  readonly duplicates: readonly PossiblyPaid[]
  readonly short: readonly ShortExplanation[]
}

/**
 * Plans the steps about transfers without an explanation and withdrawals that may be paid already. Taken in their order, none
 * is refused because of another one.
 *
 * @param isRecorded whether all blocks are recorded that may hold a payment from before the recovery
 */
export async function planSteps(
  tx: Tx,
  transfers: readonly TreasuryTransfer[],
  isRecorded: boolean,
): Promise<NextSteps> {
  const paid = new Map<string, { withdrawal: Withdrawal; transfer: TreasuryTransfer; isReady: boolean }>()
  const found: { transfer: TreasuryTransfer; withdrawal: Withdrawal | undefined; isDecidable: boolean }[] = []
  for (const transfer of transfers) {
    const undecided = await listUndecided(tx, transfer)
    const withdrawal = undecided.find(({ id }) => !paid.has(id))
    const isReady = transfer.confirmedAt !== null && !(await findInFlight(tx, transfer))
    if (withdrawal) paid.set(withdrawal.id, { withdrawal, transfer, isReady })
    found.push({ transfer, withdrawal, isDecidable: undecided.length === 0 && isReady })
  }
  const duplicates: PossiblyPaid[] = [...paid.values()].map(({ withdrawal, transfer, isReady }) => ({
    ...{ withdrawal, paidBy: transfer },
    step: isReady ? { kind: 'settle', withdrawal, paidBy: transfer } : undefined,
  }))
  duplicates.push(...(await listOthers(tx, { paid: new Set(paid.keys()), isRecorded })))
  const decided = new Set(duplicates.map(({ withdrawal }) => withdrawal.id))
  const bearers = new Bearers(tx, { decided, isRecorded })
  const unexplained: UnexplainedTransfer[] = []
  for (const { transfer, withdrawal, isDecidable } of found) {
    const step = isDecidable ? await bearers.stepOf(transfer) : undefined
    unexplained.push({ transfer, ...(withdrawal && { withdrawal }), step })
  }
  const short: ShortExplanation[] = []
  for (const id of ALL_CHAINS)
    for (const explanation of await tx.explanations.listShort(id))
      short.push({ explanation, step: await bearers.collectionOf(explanation) })
  return { unexplained, duplicates, short }
}

/** Lists the other possible duplicates, each with an explained payment that may be its own and that no other one has. */
async function listOthers(
  tx: Tx,
  { paid, isRecorded }: { paid: ReadonlySet<string>; isRecorded: boolean },
): Promise<PossiblyPaid[]> {
  const used = new Set<string>()
  const others: PossiblyPaid[] = []
  for (const withdrawal of await listPossibleDuplicates(tx)) {
    if (paid.has(withdrawal.id)) continue
    const { environment, network, destinationAddress: to, amount } = withdrawal
    const explained = await tx.explanations.listWithoutWithdrawal({ environment, network, to, amount })
    const paidBy = explained.find((each) => !used.has(nameOf(each)))
    if (paidBy) {
      used.add(nameOf(paidBy))
      others.push({ withdrawal, paidBy, step: { kind: 'settle', withdrawal, paidBy } })
    } else others.push({ withdrawal, step: isRecorded ? { kind: 'approve', withdrawal } : undefined })
  }
  return others
}

const nameOf = ({ network, txHash, logIndex }: Explanation): string => `${network}/${txHash}/${logIndex}`

async function listPossibleDuplicates(tx: Tx): Promise<Withdrawal[]> {
  const found: Withdrawal[] = []
  for (const id of ALL_CHAINS) {
    const reviewed = await tx.withdrawals.listByStatus({ ...id, status: 'REVIEW', limit: MOST })
    found.push(
      ...reviewed.filter(
        ({ reviewReason, approvedAt }) => reviewReason === 'possible_duplicate' && approvedAt === null,
      ),
    )
  }
  return found
}

/** Plans who bears transfers, with the balances that the steps so far leave. */
class Bearers {
  private readonly balances = new Map<string, Usdt>()
  private readonly decided: Set<string>

  constructor(
    private readonly tx: Tx,
    private readonly state: { readonly decided: ReadonlySet<string>; readonly isRecorded: boolean },
  ) {
    this.decided = new Set(state.decided)
  }

  /** Plans the step about a final transfer that no withdrawal knows. */
  async stepOf(transfer: TreasuryTransfer): Promise<NextStep | undefined> {
    const merchantId = await this.findMerchant(transfer)
    if (merchantId === undefined) return { kind: 'explain', transfer, bearer: { kind: 'operator' } }
    const scope = { environment: transfer.environment, merchantId }
    const explain = { kind: 'explain', transfer, bearer: { kind: 'merchant', id: merchantId } } as const
    const waiting =
      (await this.balanceOf(scope)) < transfer.value ? await findUnsigned(this.tx, scope) : undefined
    if (waiting) return this.rejectionOf(waiting)
    await this.spend(scope, transfer.value)
    return explain
  }

  /** Plans to collect the rest of an explained transfer. */
  async collectionOf(explanation: Explanation): Promise<NextStep | undefined> {
    const { environment, subject, shortfall } = explanation
    if (subject === null) throw new Error('a merchant bears every short explanation')
    const scope = { environment, merchantId: subject }
    if ((await this.balanceOf(scope)) === ZERO) return undefined
    await this.spend(scope, shortfall)
    return { kind: 'explain', transfer: explanation, bearer: { kind: 'merchant', id: subject } }
  }

  /** A balance that is too small may be on hold for a withdrawal that repeats the lost one with other terms. */
  private rejectionOf(withdrawal: Withdrawal): NextStep | undefined {
    if (!this.state.isRecorded || this.decided.has(withdrawal.id)) return undefined
    this.decided.add(withdrawal.id)
    return { kind: 'reject', withdrawal }
  }

  /** Finds the merchant of a destination, if one alone has it on its list. */
  private async findMerchant(transfer: TreasuryTransfer): Promise<string | undefined> {
    if (transfer.to === null) return undefined
    const [merchantId, other] = await this.tx.destinations.listMerchantsOf(transfer, transfer.to, 2)
    return other === undefined ? merchantId : undefined
  }

  private async balanceOf(scope: Scope): Promise<Usdt> {
    const known = this.balances.get(scopeName(scope))
    return known ?? (await merchantBalances(this.tx, scope)).available
  }

  private async spend(scope: Scope, amount: Usdt): Promise<void> {
    const balance = await this.balanceOf(scope)
    this.balances.set(scopeName(scope), balance < amount ? ZERO : usdt(balance - amount))
  }
}
