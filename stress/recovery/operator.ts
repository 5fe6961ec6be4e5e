import type { Installation } from './installation.js'
import type { Promised } from './lossy-world.js'

const REASON = ['--reason', 'a stress test']
const TIMEOUT_MS = 240_000
const PAUSE_MS = 500

/** A row of `restore status --json` that has a command. */
interface StatusRow {
  readonly item: string
  readonly to?: string
  readonly is_final?: boolean
  readonly command?: string | null
}

/** Recovers a restored database as an operator does: by the commands that `restore status` shows. */
export class Operator {
  /** Withdrawals that were settled with a payment of the lost database. */
  settled = 0
  /** Payments whose withdrawals the restored database never knew. */
  explained = 0

  constructor(
    private readonly installation: Installation,
    private readonly databaseUrl: string,
    /** The operator's own records of withdrawals, such as the mails to merchants. */
    private readonly records: readonly Promised[],
  ) {}

  /** Decides about every row until `restore finish` succeeds. @returns what it printed */
  async recover(): Promise<string> {
    let refusal = ''
    for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; ) {
      for (const row of await this.status()) await this.decide(row)
      const { code, stdout, stderr } = await this.installation.tryCommand(
        this.databaseUrl,
        ...['restore', 'finish', ...REASON],
      )
      if (code === 0) return stdout
      refusal = stderr
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    throw new Error(`the recovery does not finish: ${refusal}`)
  }

  private async status(): Promise<StatusRow[]> {
    const printed = await this.installation.command(this.databaseUrl, 'restore', 'status', '--json')
    const lines = printed.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as StatusRow) // as the command prints it
  }

  private async decide({ item, to, command, is_final: isFinal = true }: StatusRow): Promise<void> {
    const isPayment = item === 'unexplained' || item === 'possible_duplicate'
    if (!isPayment || !isFinal || typeof command !== 'string' || command.startsWith('withdrawals approve'))
      return
    const record = this.records.find((each) => each.to === to)
    const [words = ''] = command
      .replace('--operator', record ? `--merchant ${record.merchantId}` : '--operator')
      .split(' --reason')
    // Another row of this status may have been decided by the same command, and a payment may not be final yet.
    const { code } = await this.installation.tryCommand(this.databaseUrl, ...words.split(' '), ...REASON)
    if (code !== 0) return
    if (command.startsWith('restore explain')) this.explained += 1
    else this.settled += 1
  }
}
