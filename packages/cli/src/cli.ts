/** The process of the command: its arguments, streams, signals and exit code. */
import { EXIT } from './exit-codes.js'
import { runCommand } from './run.js'

// The reader closed its end, as in `… | head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exitCode = 1
})
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) process.exit(EXIT.interrupted) // asked twice
    stop.abort()
  })
}
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  nodeVersion: process.version,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
})
