/** Bandwidth and energy of accounts: the free part, the staked part, and the recovery of usage within a day. */
import { freeNetLimit } from '../settings.js'

/** Resources that a command gives to an account. A real network gives them for staked coins. */
export interface Stake {
  energy: number
  bandwidth: number
}

interface Usage {
  amount: number
  /** Chain time in milliseconds. */
  at: number
}

export interface AccountRecord {
  createdAt: number
  freeNet: Usage
  net: Usage
  energy: Usage
}

const recoveryMs = 24 * 3600 * 1000

export const newAccountRecord = (now: number): AccountRecord => ({
  createdAt: now,
  freeNet: { amount: 0, at: now },
  net: { amount: 0, at: now },
  energy: { amount: 0, at: now },
})

/** The usage that has not recovered by `now`. It decreases evenly to 0 within a day. */
export function inUse({ amount, at }: Usage, now: number): number {
  return Math.floor(amount * Math.max(0, 1 - (now - at) / recoveryMs))
}

const used = (usage: Usage, amount: number, now: number): Usage => ({
  amount: inUse(usage, now) + amount,
  at: now,
})

export const energyLeft = (record: AccountRecord, stake: Stake, now: number): number =>
  Math.max(0, stake.energy - inUse(record.energy, now))

export const stakedNetLeft = (record: AccountRecord, stake: Stake, now: number): number =>
  Math.max(0, stake.bandwidth - inUse(record.net, now))

/** The record after `bytes` are taken from the stake, or else from the free part; undefined when neither has enough. */
export function withBytes(
  record: AccountRecord,
  stake: Stake,
  bytes: number,
  now: number,
): AccountRecord | undefined {
  if (stakedNetLeft(record, stake, now) >= bytes) return { ...record, net: used(record.net, bytes, now) }
  if (freeNetLimit - inUse(record.freeNet, now) < bytes) return undefined
  return { ...record, freeNet: used(record.freeNet, bytes, now) }
}

export const withEnergy = (record: AccountRecord, amount: number, now: number): AccountRecord => ({
  ...record,
  energy: used(record.energy, amount, now),
})
