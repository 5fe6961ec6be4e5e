import type { TronHeader } from './trc20-answers.js'
import type { View } from './trc20-blocks.js'
import { solidHead } from './trc20-scan.js'
import type { TronNode } from './trc20-transport.js'

interface Question {
  readonly now: Promise<TronHeader>
  /** Asked when that one is answered, for all who came meanwhile. */
  next?: Promise<TronHeader>
}

/** The newest solidified block of nodes, asked for once for all who want to know at the same time. */
export class NewestBlock {
  private readonly questions = new WeakMap<TronNode, Question>()

  /** As the node tells it to a question that nobody has asked yet. @throws NodeFault */
  after(view: View): Promise<TronHeader> {
    const before = this.questions.get(view.node)
    if (!before) return this.ask(view)
    const ask = () => this.ask(view)
    before.next ??= before.now.then(ask, ask)
    return before.next
  }

  private ask(view: View): Promise<TronHeader> {
    const question: Question = { now: solidHead(view) }
    this.questions.set(view.node, question)
    const end = () => {
      if (this.questions.get(view.node) === question) this.questions.delete(view.node)
    }
    question.now.then(end, end)
    return question.now
  }
}
