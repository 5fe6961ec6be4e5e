import { createServer } from 'node:http'
import { createVerifier } from '@merchantpay/webhook-verify'

const verifier = createVerifier({ secrets: process.env.WEBHOOK_SECRET })

createServer(async (request, response) => {
  const result = await verifier.safeVerifyAsync(request, request.headers)
  // The same event may come more than once: handle each event of an order or withdrawal once.
  if (result.ok) console.log(result.event.event, result.event.data)
  response.writeHead(result.ok ? 204 : result.error.status).end()
}).listen(process.env.PORT ?? 8000)
