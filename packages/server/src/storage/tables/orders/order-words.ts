import type { Order } from '../../../domain/orders/order.js'
import type { Environment, Scope } from '../../../domain/shared/types.js'
import type { Sql, Statement } from '../../sql.js'

/** The condition that a row has all words of a text. Each engine has its own, so PostgreSQL translates it. */
export const HAS_WORDS = 'order_words MATCH ?'

/** Statements that store words by which searches find an order; none without words. */
export function insertsOfWords(
  { environment, merchantId, id }: Order,
  words: readonly string[],
): readonly Statement[] {
  if (words.length === 0) return []
  const text = [scopeWord({ environment }), scopeWord({ environment, merchantId }), ...words].join(' ')
  return [['INSERT INTO order_words (words, order_id) VALUES (?, ?)', text, id]]
}

/** Deletes words of orders of a merchant. @param limit the most rows */
export async function eraseWords(sql: Sql, scope: Scope, limit: number): Promise<void> {
  await sql.run(
    `DELETE FROM order_words WHERE rowid IN (SELECT rowid FROM order_words WHERE ${HAS_WORDS} LIMIT ?)`,
    scopeWord(scope),
    limit,
  )
}

/** The text that finds the orders of an environment, or of a merchant in it, that have all the words. */
export const matchOf = (
  scope: { readonly environment: Environment; readonly merchantId?: string | undefined },
  words: readonly string[],
): string => [scopeWord(scope), ...words].join(' ')

/** A word that rows have besides those of their order, which have no underscore. */
const scopeWord = ({
  environment,
  merchantId,
}: {
  environment: Environment
  merchantId?: string | undefined
}): string =>
  merchantId === undefined ? `_${environment}` : `_${environment}_${merchantId.replaceAll(/\W/g, '')}`
