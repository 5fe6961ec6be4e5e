import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { type ReceivedMail, readMail } from './received-mail.js'

export const MAIL_FROM = 'pay@provider.example'

/** A real SMTP server on loopback, which keeps what it takes. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** Answers the next mails after their text, in place of taking them: `450` or `550`. */
  answer: number | undefined
  /** Keeps the next mails, but closes the connection before its answer. */
  losesAnswers = false

  private constructor(private readonly server: SMTPServer) {}

  /** Starts a server that stops when the test ends. */
  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = await MailServer.open(options)
    onTestFinished(() => server.stop())
    return server
  }

  static async open(options: SMTPServerOptions = {}): Promise<MailServer> {
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { answer, losesAnswers } = server
          if (answer !== undefined) return done(Object.assign(new Error('refused'), { responseCode: answer }))
          const to = session.envelope.rcptTo.map(({ address }) => address)
          server.mails.push(readMail(Buffer.concat(chunks).toString('utf8'), to))
          if (losesAnswers) for (const each of smtp.connections) destroy(each)
          else done()
        })
      },
      ...options,
    })
    smtp.on('error', () => undefined)
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const server = new MailServer(smtp)
    return server
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port
  }

  /** The settings of a server that sends its mail here. */
  get env(): Record<string, string> {
    return {
      MERCHANTPAY_SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MERCHANTPAY_MAIL_FROM: MAIL_FROM,
    }
  }

  /** The mails to an address. */
  to(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(address))
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}

/** Closes a connection without a further word. */
function destroy(connection: unknown): void {
  const { _socket: socket } = connection as { _socket?: { destroy(): void } }
  socket?.destroy()
}
