import { createApp } from './app.js'
import { openReceiver } from './receiver.js'

const { DATABASE_FILE = 'webhooks.sqlite', WEBHOOK_SECRET, PORT = '3000' } = process.env

const app = createApp(openReceiver(DATABASE_FILE, WEBHOOK_SECRET))
try {
  console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: Number(PORT) })}/webhooks`)
} catch (error) {
  const { code } = error as NodeJS.ErrnoException // listen rejects with nothing else
  console.error(code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
}
