declare const brand: unique symbol

/**
 * A string with the name of what it identifies. A plain string is accepted in place of a brand; a string of another
 * brand is not, so that a webhook id cannot be passed as an order id.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]?: Name }

/** A set of known values that may grow: the known ones complete in an editor, others need a default branch. */
export type Open<T extends string> = T | (string & Record<never, never>)

/** A decimal number as text, for example `25.00`; never a floating-point number. */
export type DecimalString = `${number}`
