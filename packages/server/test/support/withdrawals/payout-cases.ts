import { DomainError } from '../../../src/domain/shared/errors.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { replaceWithdrawal } from '../../../src/domain/withdrawals/withdrawal-reviews.js'
import { cancelWithdrawal } from '../../../src/domain/withdrawals/withdrawals.js'
import { KillSwitch, LossyNetwork } from './payout-faults.js'
import { ENDS, type Life, type PayoutWorld, SCOPE } from './payout-world.js'

/** What becomes of a withdrawal besides that its server dies. */
export const STORIES = ['paid', 'canceled', 'reverted', 'lost'] as const
export type Story = (typeof STORIES)[number]

/** What it may come to. */
const ENDINGS: Readonly<Record<Story, readonly string[]>> = {
  paid: ['COMPLETED null'],
  canceled: ['CANCELED canceled', 'COMPLETED null'],
  reverted: ['FAILED reverted'],
  lost: ['FAILED broadcast_rejected', 'FAILED expired_unbroadcast'],
}

export interface PayoutCase {
  readonly story: Story
  /** The place where the first process ends, and where the second one does; no more than that many pass. */
  readonly kills?: readonly number[]
  /** After how many looks it is canceled. */
  readonly cancelAfter?: number
}

export interface Played {
  readonly withdrawal: Withdrawal
  /** Every place that was passed, by process. */
  readonly lives: readonly (readonly string[])[]
  /** How it ended where it should not have. */
  readonly wrong: string | undefined
}

const LOOKS = 60
const VOID_AFTER_MS = 600_000
/** Losing takes time: what was lost must expire, or what takes its place become final. */
const BLOCKS: Readonly<Record<Story, number>> = { paid: 1, canceled: 1, reverted: 1, lost: 12 }

/** Plays one withdrawal to its end, through the deaths of its server. */
export async function playPayout(world: PayoutWorld, played: PayoutCase): Promise<Played> {
  const lossy = new LossyNetwork()
  const nodeFetch = played.story === 'lost' ? lossy.fetchOf(fetch) : fetch
  const lives: KillSwitch[] = []
  const begin = (): Promise<Life> => {
    const life = new KillSwitch(played.kills?.[lives.length])
    lives.push(life)
    return world.live({ fetch: life.fetchOf(nodeFetch) }, life.storeOf(world.store))
  }
  let life = await begin()
  const { id } = await world.withdraw(life)
  const director = new Director(world, played, id)
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await director.act(looks, life)
    // What fails is tried again: the worker's loop would only write it down.
    await life.tick().catch(() => undefined)
    if (lives.at(-1)?.isDead) life = await begin()
    if (ENDS.has((await world.read(id)).status)) break
    await world.network.mine(BLOCKS[played.story])
  }
  await director.end()
  const withdrawal = await world.read(id)
  const ending = `${withdrawal.status} ${withdrawal.failureCode}`
  const wrong = ENDINGS[played.story].includes(ending) ? undefined : ending
  return { withdrawal, lives: lives.map(({ passed }) => passed), wrong }
}

/** Does what is not our server's doing. */
class Director {
  private isPaused = false

  constructor(
    private readonly world: PayoutWorld,
    private readonly played: PayoutCase,
    private readonly id: string,
  ) {}

  async act(looks: number, life: Life): Promise<void> {
    const { story, cancelAfter = 0 } = this.played
    const { status, voidRequestedAt } = await this.world.read(this.id)
    if (story === 'canceled' && looks === cancelAfter) await this.cancel(life)
    if (story === 'reverted' && status === 'PROCESSING' && !this.isPaused) await this.setPaused(true)
    const isLost = story === 'lost' && status === 'BROADCAST' && voidRequestedAt === null
    if (isLost && this.world.network.network === 'ERC20') await this.void(life)
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

  private async void({ context }: Life): Promise<void> {
    const { store, network } = this.world
    network.wait(VOID_AFTER_MS)
    const mandate = { actor: 'operator', reason: 'stuck' }
    await store.write((tx) => replaceWithdrawal(tx, context, this.id, mandate))
  }
}
