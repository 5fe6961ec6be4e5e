import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVerifier } from '@merchantpay/webhook-verify'
import { onTestFinished } from 'vitest'

export const ALERT_SECRET = 'alert-secret-of-the-tests-0123456789'

/** The body of an alert, verified as a merchant verifies a webhook. */
export interface ReceivedAlert {
  readonly event: string
  readonly deliveryId: string | undefined
  readonly data: Readonly<Record<string, unknown>>
}

/** The operator's receiver of alerts, over plain HTTP. */
export class AlertReceiver {
  /** The status of its next answers. */
  status = 200
  /** The target of its redirects; undefined for none. */
  location: string | undefined
  readonly alerts: ReceivedAlert[] = []
  /** The `Authorization` headers and paths of all requests. */
  readonly requests: { readonly authorization: string | undefined; readonly path: string | undefined }[] = []

  private constructor(readonly port: number) {}

  static async start(): Promise<AlertReceiver> {
    const verifier = createVerifier({ secrets: Buffer.from(ALERT_SECRET) })
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      receiver.requests.push({ authorization: request.headers.authorization, path: request.url })
      const { event, deliveryId } = verifier.verify(Buffer.concat(chunks), request.headers)
      if (receiver.status < 300) receiver.alerts.push({ ...event, data: { ...event.data }, deliveryId })
      response.writeHead(receiver.status, receiver.location ? { location: receiver.location } : {}).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const receiver = new AlertReceiver((server.address() as AddressInfo).port)
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return receiver
  }

  get env(): Record<string, string> {
    return {
      MERCHANTPAY_ALERT_URL: `http://ops:pass@localhost:${this.port}/alerts`,
      MERCHANTPAY_ALERT_SECRET: ALERT_SECRET,
    }
  }

  /** Returns the kinds of an event's alerts, sorted. */
  kindsOf(event: 'attention.opened' | 'attention.resolved'): unknown[] {
    return this.alerts
      .filter((alert) => alert.event === event)
      .map(({ data }) => data.kind)
      .sort()
  }
}
