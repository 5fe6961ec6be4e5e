import { serve } from '@hono/node-server'
import { createApp } from './app.js'

const { PORT = '3000' } = process.env

const { fetch } = createApp()
const server = serve({ fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
)
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
