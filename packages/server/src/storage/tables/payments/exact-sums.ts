import { exactScale } from '../../../domain/shared/token-units.js'
import type { Network } from '../../../domain/shared/types.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'

/** The columns of a sum of transfers, with what is below 1e-8 USDT. */
export type ExactParts<Name extends string> = Parts<Name | `${Name}_residue`>

/** Sums the amounts of the transfers that match `where`. */
export const exactParts = (where: string, name: string): string =>
  `${sumParts('value', where, name)}, ${sumParts('residue', where, `${name}_residue`)}`

/** Returns the sum in exact units. */
export const readExact = <Name extends string>(
  row: ExactParts<Name> | undefined,
  name: Name,
  network: Network,
): bigint =>
  readSum<Name | `${Name}_residue`>(row, name) * exactScale(network) +
  readSum<Name | `${Name}_residue`>(row, `${name}_residue`)
