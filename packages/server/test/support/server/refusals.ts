import type { Answer } from './harness.js'

/** The status and the body of a refusal, for comparison. */
export const refusal = ({ status, errorText }: Answer) => [status, errorText]

/** The refusal that the contract documents, in the same form. */
export const error = (status: number, message: string) => [status, JSON.stringify({ error: message })]
