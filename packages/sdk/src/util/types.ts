declare const brand: unique symbol

/**
 * A string that remembers what it identifies. A plain string is accepted wherever a brand is expected; a
 * string of another brand is not, so a webhook id cannot stand where an order id belongs.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]?: Name }

/** A set of known values that may grow: the known ones complete in an editor, others need a default branch. */
export type Open<T extends string> = T | (string & Record<never, never>)

/** A decimal number as text, for example `25.00`; never a floating-point number. */
export type DecimalString = `${number}`
