/** Control and bidi characters: a merchant's text must not move the cursor or reorder a line. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Escapes characters that a terminal would act on. */
export const escaped = (text: string): string =>
  text.replace(UNSAFE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
