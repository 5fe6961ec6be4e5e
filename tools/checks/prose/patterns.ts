/** The patterns that the prose check flags, with the senses of a word that it leaves alone. */

export interface Pattern {
  readonly name: string
  readonly expression: RegExp
}

/** Marks that may stand before the first word of a sentence. */
const OPENING = `^[\\s"'(*_[\\-–]*`

export const PATTERNS: readonly Pattern[] = [
  { name: 'guillemet', expression: /[«»]/ },
  { name: 'vague actor', expression: /\b(?:nobody|somebody|everybody|whoever)\b/i },
  // A question may begin so.
  {
    name: 'what or who as subject',
    expression: new RegExp(`${OPENING}(?:What|Who|Whoever|Whose)\\b(?!-)(?!.*\\?["')*_]*$)`),
  },
  // "…, so many calls make one order" is a conjunction.
  { name: 'so many or so long without that', expression: /(?<!, )\bso (?:many|long)\b(?!.*\bthat\b)/i },
  { name: 'retired word', expression: /\bdrill(?:s|ed|ing)?\b/i },
  { name: 'retired word', expression: /\bbooked\b/i },
  // A shop may sell books.
  {
    name: 'retired word',
    expression: /\b(?:the|its|our|their|whose|these|those|both|double-entry|empty|own|of|in) books\b/i,
  },
  // There is room for more, and a slot takes its room.
  {
    name: 'retired word',
    expression:
      /\b(?:a|the|this|that|these|those|each|every|another|other|one|same|which|own|of) rooms?\b(?! (?:for|of|to)\b)|\brooms\b/i,
  },
  { name: 'retired word', expression: /\b(?:the|this|our|layered|whole) house\b|\bhouse of\b/i },
  // A wall clock shows wall time.
  { name: 'retired word', expression: /\bwalls?\b(?![- ](?:clock|time))/i },
]
