// The baseline of the server's benches: bare Express 5 with the same JSON, without checks and storage.
import type { AddressInfo } from 'node:net'
import express from 'express'

const order = JSON.parse(process.argv[2] ?? '{}') as object // the answer of the real server, passed by the bench
const app = express()
app.get('/v1/orders/:id', (_request, response) => void response.json(order))
app.post('/v1/orders', express.json(), (_request, response) => void response.status(201).json(order))
app.get('/pay/:id/events', (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(`data: ${JSON.stringify(order)}\n\n`)
})
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
