/** Names that are not ours to choose. Other sentences are rephrased: no comment turns the check off. */
export const ALLOWED: readonly { readonly words: string; readonly reason: string }[] = [
  { words: 'user nobody', reason: 'the Unix account that owns no files' },
]
