import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Certificate, makeCertificate } from '../../../../../test-support/net/certificate.js'
import { temporaryFolder } from '../server/folder.js'

export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** A certificate and its file, for `MERCHANTPAY_WEBHOOK_CA_FILE`. */
export interface TrustedCertificate extends Certificate {
  readonly file: string
}

export async function trustedCertificate(): Promise<TrustedCertificate> {
  const certificate = await makeCertificate()
  const file = join(temporaryFolder(), 'receiver.pem')
  writeFileSync(file, certificate.cert)
  return { ...certificate, file }
}

/**
 * A merchant's HTTPS server that keeps its requests. It answers `statuses` in turn, then repeats the last one, each with
 * `body` and once `ready` resolves.
 */
export class Receiver {
  readonly received: Received[] = []

  private constructor(readonly url: string) {}

  static async start(
    { key, cert }: Certificate,
    statuses: readonly number[] = [200],
    body = '',
    ready = Promise.resolve(),
  ): Promise<Receiver> {
    const server = createServer({ key, cert }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks) })
        const status = statuses[receiver.received.length - 1] ?? statuses.at(-1) ?? 200
        void ready.then(() => response.writeHead(status).end(body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const receiver = new Receiver(`https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return receiver
  }

  /** The bodies, parsed. */
  events(): { event: string; timestamp: string; data: Record<string, unknown> }[] {
    return this.received.map(({ body }) => JSON.parse(body.toString('utf8')))
  }
}

/** Starts a merchant's HTTPS server that never answers. @returns its URL, and a promise of the first request */
export async function silentReceiver({
  key,
  cert,
}: Certificate): Promise<{ url: string; called: Promise<void> }> {
  let call = (): void => undefined
  const called = new Promise<void>((resolve) => {
    call = resolve
  })
  const server = createServer({ key, cert }, () => call())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // the server listens on TCP
  return { url: `https://127.0.0.1:${port}/hooks`, called }
}
