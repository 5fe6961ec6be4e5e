import type { Tx } from '../../../src/domain/store/unit-of-work.js'

/** Returns the tables of a unit of work with some of them replaced. They are getters, which a spread would not copy. */
export const replaceTables = (tx: Tx, replaced: Partial<Tx>): Tx =>
  Object.create(tx, Object.getOwnPropertyDescriptors(replaced))
