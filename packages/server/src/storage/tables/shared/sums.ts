/** The two columns of a sum. */
export type Parts<Name extends string> = Readonly<Record<`${Name}_${'high' | 'low'}`, bigint | null>>

const HALF = 1_000_000_000n

/** Sums a column over the rows that match `where`, in high and low parts, since the sum may exceed 64 bits. */
export const sumParts = (column: string, where: string, name: string): string =>
  `CAST(SUM(CASE WHEN ${where} THEN ${column} / ${HALF} ELSE 0 END) AS BIGINT) AS ${name}_high,
   CAST(SUM(CASE WHEN ${where} THEN ${column} % ${HALF} ELSE 0 END) AS BIGINT) AS ${name}_low`

export const readSum = <Name extends string>(row: Parts<Name> | undefined, name: Name): bigint =>
  (row?.[`${name}_high`] ?? 0n) * HALF + (row?.[`${name}_low`] ?? 0n)
