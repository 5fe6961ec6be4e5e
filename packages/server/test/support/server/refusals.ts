import type { Answer } from './harness.js'

/** What a refusal comes down to: its status and the bytes of its body. */
export const refusal = ({ status, text }: Answer) => [status, text]

/** The same as the contract spells it. */
export const error = (status: number, message: string) => [status, JSON.stringify({ error: message })]
