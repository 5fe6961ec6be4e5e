import { CommandLine } from '@merchantpay/core/command-line'
import { usage } from './failure.js'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The arguments of one call. Arguments that its command does not accept throw a failure `usage`. */
export class Input extends CommandLine {
  protected override refuse(message: string): Error {
    return usage(message)
  }

  /** The values of an option like `a,b`. */
  words(name: string): string[] {
    return this.list(name).flatMap((value) => value.split(',').map((word) => word.trim()))
  }

  /** Pairs like `cart=A-1001`. @throws Failure `usage` */
  pairs(name: string): [key: string, value: string][] {
    return this.list(name).map((text) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
      if (key === undefined || value === undefined) throw usage(`--${name} takes name=value, not ${text}`)
      return [key, value]
    })
  }

  /** A duration like `90s`, `31m`, `2h` or `1d`, in milliseconds. @throws Failure `usage` */
  durationMs(name: string): number | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : readDuration(`--${name}`, text)
  }
}

/** @throws Failure `usage` */
export function readDuration(name: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = UNIT_MS[unit]
  if (count === undefined || ms === undefined || Number(count) === 0)
    throw usage(`${name} takes a duration like 90s, 31m, 2h or 1d, and never 0`)
  return Number(count) * ms
}

/** A duration as this command takes it, like `5m`. @param ms whole seconds */
export function durationText(ms: number): string {
  const [unit, size] = Object.entries(UNIT_MS).findLast(([, each]) => ms % each === 0) ?? ['s', 1_000]
  return `${ms / size}${unit}`
}
