/** Runs child processes for the other programs. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** The checkout's root folder, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Bytes for the child's standard input. */
  input?: Uint8Array
}

export interface RunResult {
  code: number
  stdout: Buffer
  /** Both streams in their order of arrival, without colours. */
  output: string
}

/** Runs a command to its end. A failing command is a result. @throws Error for a command that cannot be started */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd ?? root, env: options.env ?? process.env })
    const stdout: Buffer[] = []
    const both: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => {
      stdout.push(chunk)
      both.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => both.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(stdout),
        output: stripVTControlCharacters(Buffer.concat(both).toString()),
      })
    })
    child.stdin.on('error', () => {}) // a child that reads no input closes the pipe early
    child.stdin.end(options.input)
  })
}

/** Runs a tool installed in the checkout, by the name of its binary. */
export function tool(name: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return run(`${root}/node_modules/.bin/${name}`, args, options)
}

/** Like {@link run}, but throws for a failing command, with everything that it printed. */
export async function mustRun(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const result = await run(command, args, options)
  if (result.code !== 0) {
    throw new Error(`${command} ${args.join(' ')} exited with ${result.code}\n${result.output}`)
  }
  return result
}
