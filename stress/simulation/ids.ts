import type { Ids } from '../../packages/server/src/domain/shared/types.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'

const ALPHABET = '0123456789abcdef'

/** Ids of the same seed are the same. UUIDs ascend, as those of a server do. */
export function seededIds(dice: Dice, now: () => number): Ids {
  let made = 0
  const digits = (length: number) => Array.from({ length }, () => ALPHABET[dice.below(16)]).join('')
  return {
    uuid() {
      made += 1
      const time = now().toString(16).padStart(12, '0')
      const count = made.toString(16).padStart(10, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6)}${digits(8)}`
    },
    random: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(dice.below(alphabet.length))).join(''),
    secret: () => Buffer.from(digits(64), 'hex').toString('base64url'),
  }
}

let ofLife: Ids | undefined

/** Gives the commands of this life their ids. */
export function useIds(ids: Ids): void {
  ofLife = ids
}

/** Stands for the function of the server, where commands call it: their ids are in events, and order them. */
export function systemIds(): Ids {
  if (!ofLife) throw new Error('no ids for commands')
  return ofLife
}
