import { PassThrough, Readable, Writable } from 'node:stream'
import type { Process } from '../../src/process.js'
import { runCommand } from '../../src/run.js'

/** The output of a call and its exit code. */
export interface Called {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CallOptions {
  readonly env?: Process['env']
  readonly cwd?: string
  readonly nodeVersion?: string
  readonly stdin?: string
  /** Whether standard output is a terminal, so that it is coloured. */
  readonly isTerminal?: boolean
  readonly signal?: AbortSignal
  /** Called with everything printed so far. */
  readonly onOutput?: (stdout: string, stderr: string) => void
}

/** Runs a command in this process, without a terminal. */
export async function call(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  const {
    env = {},
    cwd = '/nowhere',
    nodeVersion = process.version,
    stdin = '',
    isTerminal = false,
    signal = new AbortController().signal,
    onOutput,
  } = options
  const printed = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof printed) =>
    new Writable({
      write(chunk: Buffer, _, done) {
        printed[name] += chunk.toString('utf8')
        onOutput?.(printed.stdout, printed.stderr)
        done()
      },
    })
  const code = await runCommand(args, {
    env,
    cwd,
    nodeVersion,
    stdin: stdin === '' ? new PassThrough().end() : Readable.from([stdin]),
    stdout: Object.assign(collect('stdout'), { isTTY: isTerminal }),
    stderr: collect('stderr'),
    signal,
  })
  return { code, ...printed }
}
