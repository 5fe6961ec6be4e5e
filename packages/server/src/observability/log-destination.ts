import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Lines that wait for the output, in bytes. Beyond it new lines are dropped. */
const MAX_WAITING_BYTES = 1_048_576
const RETRY_MS = 100
const NEWLINE = 0x0a
const STANDARD_OUTPUT = 1

/** Where log lines go. */
export interface LogOutput {
  /** Writes some of the bytes, without blocking, and then says how many. */
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written?: number) => void): void
  /** Tries once to write the bytes at once. @throws when they cannot be written */
  writeSync(bytes: Buffer): void
}

/**
 * Log lines for one output. Writing never blocks and never fails: a line that cannot be written is dropped and counted, and
 * `report` is called with the count once the output works again. One write is under way at a time; the lines that arrive
 * meanwhile share the next one.
 *
 * pino's own destination sleeps on the only thread while the output is full, and writes synchronously after a fatal line; its
 * worker thread is waited for at the exit. With a full disk or a stopped reader the server then never answered or ended.
 */
export class LogDestination {
  /** Lines dropped since the start. */
  droppedTotal = 0
  private unreported = 0
  private waiting: string[] = []
  private waitingBytes = 0
  private isWriting = false
  private isReporting = false
  /** An output that failed in the middle of a line: the next line must not continue it. */
  private isMidLine = false

  constructor(
    private readonly output: LogOutput,
    private readonly report: (droppedLines: number) => void,
    private readonly maxWaitingBytes = MAX_WAITING_BYTES,
  ) {}

  write(line: string): void {
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
    // Not at once: after a fatal line pino calls `flushSync`, which writes what waits itself.
    setImmediate(() => this.writeWaiting())
  }

  /** For the end of the process, when no callback runs any more. Tries once; pino calls it after each fatal line. */
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

  /** @param lines a batch, which counts as waiting to its end @param rest what is still to be written for it */
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

  /** The report gets room in any case: it comes after the lines that left none for the dropped ones. */
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

/** The standard output of the process, never written to in a way that waits for its reader. */
export function standardOutput(): LogOutput {
  const kind = fstatSync(STANDARD_OUTPUT)
  if (kind.isFIFO() || kind.isSocket()) return streamOutput(process.stdout)
  return descriptorOutput(isatty(STANDARD_OUTPUT) ? openTerminal() : STANDARD_OUTPUT)
}

/** A file or a device. Its writes run on threads of libuv, which the end of the process waits for. */
export function descriptorOutput(descriptor: number): LogOutput {
  return {
    write: (bytes, done) => write(descriptor, bytes, done),
    writeSync: (bytes) => void writeSync(descriptor, bytes),
  }
}

/** Pipes and sockets are streams: a thread that writes to a full pipe would block, and the end of the process with it. */
function streamOutput(stream: NodeJS.WriteStream): LogOutput {
  stream.on('error', () => undefined) // the callbacks of the writes get it too
  return {
    write: (bytes, done) => stream.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.byteLength)),
    writeSync: (bytes) => void stream.write(bytes),
  }
}

/** A terminal that is stopped with Ctrl-S answers EAGAIN when it was opened for that. */
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
