import type { Context } from '../../domain/context.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import type { Usdt } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Question } from '../../pages/question.js'
import type { WordKey } from '../frame/texts.js'
import type { ConsolePage } from '../page.js'
import type { Visit } from '../visit.js'
import type { Action } from './roles.js'

export interface OperatorQuestion extends Question {
  /** The visit in the environment of the object. */
  readonly visit: Visit
  /** Names the amount and the thing: `Approve 2,400.00 USDT?` */
  readonly title: string
  /** The operator types this amount, if it is large. */
  readonly amount?: Usdt
}

/** An action of operators: a question, and the domain function that the answer calls with the mandate of the operator. */
export interface OperatorAction {
  readonly name: Action
  /** Path of its form, below the page of its section; parts that begin with a colon are variable. */
  readonly path: string
  ask(tx: Tx, visit: Visit): Promise<OperatorQuestion>
  /** @throws OperatorError or a DomainError with the reason why it is refused */
  run(tx: Tx, context: Context, visit: Visit, mandate: Mandate): Promise<Outcome>
}

/** The names of the texts about what was done, `done_approved` and so on. */
type Done = Extract<WordKey, `done_${string}`> extends `done_${infer Name}` ? Name : never

/** Shows the outcome on another page, or a page that is shown once, for secrets. */
export type Outcome = { readonly to: string; readonly done: Done } | { readonly page: ConsolePage }
