import { DomainError } from '../../../src/domain/shared/errors.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { replaceWithdrawal } from '../../../src/domain/withdrawals/withdrawal-reviews.js'
import { cancelWithdrawal } from '../../../src/domain/withdrawals/withdrawals.js'
import { KillSwitch, LossyNetwork } from './payout-faults.js'
import { ENDS, type Life, type PayoutWorld, SCOPE } from './payout-world.js'

/** Events of a withdrawal apart from the deaths of its server. */
export const STORIES = ['paid', 'canceled', 'reverted', 'lost'] as const
export type Story = (typeof STORIES)[number]

/** The allowed results of each story: status and failure code. */
const ENDINGS: Readonly<Record<Story, readonly string[]>> = {
  paid: ['COMPLETED null'],
  canceled: ['CANCELED canceled', 'COMPLETED null'],
  reverted: ['FAILED reverted'],
  lost: ['FAILED broadcast_rejected', 'FAILED expired_unbroadcast'],
}

export interface PayoutCase {
  readonly story: Story
  /** The kill point of the first process and of the second one; each passes at most that many points. */
  readonly kills?: readonly number[]
  /** The tick before which the withdrawal is canceled. */
  readonly cancelAfter?: number
}

export interface PayoutOutcome {
  readonly withdrawal: Withdrawal
  /** The kill points that each process passed. */
  readonly lives: readonly (readonly string[])[]
  /** The result, where the story does not allow it. */
  readonly wrong: string | undefined
}

const TICKS = 60
const REPLACE_AFTER_MS = 600_000
/** A lost payment takes time: it must expire, or its replacement must become final. */
const BLOCKS: Readonly<Record<Story, number>> = { paid: 1, canceled: 1, reverted: 1, lost: 12 }

/** Runs one withdrawal to its end, through the deaths of its server. */
export async function runPayout(world: PayoutWorld, payoutCase: PayoutCase): Promise<PayoutOutcome> {
  const lossy = new LossyNetwork()
  const nodeFetch = payoutCase.story === 'lost' ? lossy.fetchOf(fetch) : fetch
  const lives: KillSwitch[] = []
  const begin = (): Promise<Life> => {
    const life = new KillSwitch(payoutCase.kills?.[lives.length])
    lives.push(life)
    return world.live({ fetch: life.fetchOf(nodeFetch) }, life.storeOf(world.store))
  }
  let life = await begin()
  const { id } = await world.withdraw(life)
  const director = new Director(world, payoutCase, id)
  for (let ticks = 0; ticks < TICKS; ticks += 1) {
    await director.act(ticks, life)
    // A failed tick is repeated; the loop of the worker would log its error.
    await life.tick().catch(() => undefined)
    if (lives.at(-1)?.isDead) life = await begin()
    if (ENDS.has((await world.read(id)).status)) break
    await world.network.mine(BLOCKS[payoutCase.story])
  }
  await director.end()
  const withdrawal = await world.read(id)
  const ending = `${withdrawal.status} ${withdrawal.failureCode}`
  const wrong = ENDINGS[payoutCase.story].includes(ending) ? undefined : ending
  return { withdrawal, lives: lives.map(({ passed }) => passed), wrong }
}

/** Acts as the merchant, the operator and the owner of the token. */
class Director {
  private isPaused = false

  constructor(
    private readonly world: PayoutWorld,
    private readonly payoutCase: PayoutCase,
    private readonly id: string,
  ) {}

  async act(ticks: number, life: Life): Promise<void> {
    const { story, cancelAfter = 0 } = this.payoutCase
    const { status, voidRequestedAt } = await this.world.read(this.id)
    if (story === 'canceled' && ticks === cancelAfter) await this.cancel(life)
    if (story === 'reverted' && status === 'PROCESSING' && !this.isPaused) await this.setPaused(true)
    const isLost = story === 'lost' && status === 'BROADCAST' && voidRequestedAt === null
    if (isLost && this.world.network.network === 'ERC20') await this.replace(life)
  }

  async end(): Promise<void> {
    if (this.isPaused) await this.setPaused(false)
  }

  private async setPaused(isPaused: boolean): Promise<void> {
    this.isPaused = isPaused
    await this.world.network.setPaused(isPaused)
  }

  private async cancel({ context }: Life): Promise<void> {
    const { store } = this.world
    try {
      await store.write((tx) => cancelWithdrawal(tx, context, SCOPE, this.id))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }

  private async replace({ context }: Life): Promise<void> {
    const { store, network } = this.world
    network.wait(REPLACE_AFTER_MS)
    const mandate = { actor: 'operator', reason: 'stuck' }
    await store.write((tx) => replaceWithdrawal(tx, context, this.id, mandate))
  }
}
