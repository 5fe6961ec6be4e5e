import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { jsonRows, type Terminal } from './commands.js'
import type { Operator } from './operator.js'
import type { Story } from './story.js'

const REASON = ['--reason', 'as the manual says']

/** A row of `attention --json`. */
interface Item {
  readonly kind: string
  readonly subject: string
  readonly command: string
}

interface AttendanceWorld {
  readonly terminal: Terminal
  readonly operator: Operator
  readonly story: Story
}

/** The operator at the terminal, who handles the items of `attention` that wait for nothing else. */
export class Attendance {
  constructor(private readonly world: AttendanceWorld) {}

  /** Gives about half of the stuck payments up, and lets paused signers go on. */
  async attend(dice: Dice): Promise<void> {
    const { terminal, operator } = this.world
    const { lines } = await terminal.run('attention', '--json')
    for (const { kind, subject, command } of jsonRows<Item>(lines)) {
      const [, ...words] = command.replace(' --reason "..."', '').split(' ')
      if (kind === 'signer_paused') await this.run(words)
      if (kind !== 'withdrawal_stuck' || !dice.chance(50)) continue
      if (await this.run(['withdrawals', 'replace', subject])) operator.replaced.add(subject)
    }
  }

  /** @returns whether it is done */
  private async run(words: readonly string[]): Promise<boolean> {
    const { isDone, lines } = await this.world.terminal.run(...words, ...REASON)
    this.world.story.note(`${words.join(' ')}: ${isDone ? 'done' : lines.join('; ')}`)
    return isDone
  }
}
