/** What the operator asked for cannot be done. The message tells a person why; no client ever sees it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
