import { createApp } from './app.js'
import { openReceiver } from './receiver.js'

const { DATABASE_FILE = 'webhooks.sqlite', WEBHOOK_SECRET, PORT = '3000' } = process.env

const server = createApp(openReceiver(DATABASE_FILE, WEBHOOK_SECRET))
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : PORT
  console.log(`listening on http://127.0.0.1:${port}/webhooks`)
})
