import { nextWebhook } from '@merchantpay/webhook-verify/next'
import { openReceiver } from '../../receiver'

let receive: ReturnType<typeof nextWebhook> | undefined

/** Opens the receiver at the first request, since `next build` loads this file without the secret. */
export function POST(request: Request): Promise<Response> {
  const { DATABASE_FILE = 'webhooks.sqlite', WEBHOOK_SECRET } = process.env
  receive ??= nextWebhook(openReceiver(DATABASE_FILE, WEBHOOK_SECRET))
  return receive(request)
}
