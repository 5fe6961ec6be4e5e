import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { escaped } from '../runtime/escaped-text.js'

/** The most bytes of lines that wait for the output. Further lines are dropped. */
const MAX_WAITING_BYTES = 1_048_576
const RETRY_MS = 100
const NEWLINE = 0x0a
const STANDARD_OUTPUT = 1

/** The output of the log. */
export interface LogOutput {
  /** Writes some of the bytes without blocking, and passes their number to `done`. */
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written?: number) => void): void
  /** Tries once to write the bytes synchronously. @throws Error when they cannot be written */
  writeSync(bytes: Buffer): void
}

/**
 * Writes log lines to one output. Writing never blocks and never fails: a line that cannot be written is dropped and counted,
 * and `report` is called with the count once the output works again. One write runs at a time; lines that arrive during it
 * share the next one.
 *
 * pino's own destination blocks the main thread while the output is full, and writes synchronously after a fatal line. Its
 * worker thread delays the exit. With a full disk or a stopped reader a server with either would neither answer nor end.
 */
export class LogDestination {
  /** Lines dropped since the start. */
  droppedTotal = 0
  private unreported = 0
  private waiting: string[] = []
  private waitingBytes = 0
  private isWriting = false
  private isReporting = false
  /** True after a write that failed in the middle of a line, which the next line must not continue. */
  private isMidLine = false

  constructor(
    private readonly output: LogOutput,
    private readonly report: (droppedLines: number) => void,
    private readonly maxWaitingBytes = MAX_WAITING_BYTES,
  ) {}

  /** @param written one line of JSON, which stays JSON: it may carry texts of merchants, and terminals show it */
  write(written: string): void {
    const line = `${escaped(written.replace(/\n$/, ''))}\n`
    const bytes = Buffer.byteLength(line)
    const hasRoom = this.waitingBytes + bytes <= this.maxWaitingBytes
    if (!hasRoom && !this.isReporting) {
      this.drop(1)
      return
    }
    this.waiting.push(line)
    this.waitingBytes += bytes
    if (this.isWriting) return
    this.isWriting = true
    // Deferred, because after a fatal line pino calls `flushSync`, which writes the waiting lines itself.
    setImmediate(() => this.writeWaiting())
  }

  /** Writes the waiting lines before the process ends. Tries once; pino calls it after each fatal line. */
  flushSync(): void {
    const lines = this.takeWaiting()
    this.waitingBytes -= lines.byteLength
    if (lines.byteLength === 0) return
    try {
      this.output.writeSync(lines)
    } catch {
      this.drop(linesIn(lines))
    }
  }

  private takeWaiting(): Buffer {
    const lines = Buffer.from(this.waiting.join(''))
    this.waiting = []
    return lines
  }

  private writeWaiting(): void {
    const lines = this.takeWaiting()
    this.isWriting = lines.byteLength > 0
    if (this.isWriting)
      this.writeOut(lines, this.isMidLine ? Buffer.concat([Buffer.of(NEWLINE), lines]) : lines)
  }

  /** @param lines a batch, which counts as waiting until it is written @param rest the bytes still to be written */
  private writeOut(lines: Buffer, rest: Buffer): void {
    this.output.write(rest, (error, written = 0) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => this.writeOut(lines, rest), RETRY_MS)
      if (written > 0) this.isMidLine = rest[written - 1] !== NEWLINE
      const left = rest.subarray(written)
      if (!error && left.byteLength > 0) return this.writeOut(lines, left)
      this.waitingBytes -= lines.byteLength
      if (error) this.drop(Math.min(linesIn(left), linesIn(lines)))
      else this.reportDropped()
      this.writeWaiting()
    })
  }

  private drop(lines: number): void {
    this.droppedTotal += lines
    this.unreported += lines
  }

  /** Reports dropped lines. The report itself is accepted even if the lines before it fill the buffer. */
  private reportDropped(): void {
    if (this.unreported === 0) return
    const lines = this.unreported
    this.unreported = 0
    this.isReporting = true
    this.report(lines)
    this.isReporting = false
  }
}

const linesIn = (bytes: Buffer): number => bytes.toString('latin1').split('\n').length - 1

/** Returns the standard output of the process, written so that it never waits for its reader. */
export function standardOutput(): LogOutput {
  // As bigint: after a plain call whose answer is a pipe, Node takes the next path that it resolves for resolved. Packages that
  // pnpm links would then not find their own dependencies.
  const kind = fstatSync(STANDARD_OUTPUT, { bigint: true })
  if (kind.isFIFO() || kind.isSocket()) return streamOutput(process.stdout)
  return descriptorOutput(isatty(STANDARD_OUTPUT) ? openTerminal() : STANDARD_OUTPUT)
}

/** Returns an output for a file or a device. Its writes run on libuv threads, which the end of the process waits for. */
export function descriptorOutput(descriptor: number): LogOutput {
  return {
    write: (bytes, done) => write(descriptor, bytes, done),
    writeSync: (bytes) => void writeSync(descriptor, bytes),
  }
}

/** Returns an output for a pipe or a socket. A libuv thread would block on a full pipe, and the end of the process with it. */
function streamOutput(stream: NodeJS.WriteStream): LogOutput {
  stream.on('error', () => undefined) // the write callbacks receive the error too
  return {
    write: (bytes, done) => stream.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.byteLength)),
    writeSync: (bytes) => void stream.write(bytes),
  }
}

/** Opens the terminal in non-blocking mode, so that it answers EAGAIN while it is stopped with Ctrl-S. */
function openTerminal(): number {
  try {
    return openSync(
      `/dev/fd/${STANDARD_OUTPUT}`,
      constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
    )
  } catch {
    return STANDARD_OUTPUT
  }
}
