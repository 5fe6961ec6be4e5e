// Serves the project on a free port of loopback, from its sources or, in production, from its build.
import { createServer } from 'node:http'
import next from 'next'

const app = next({ dev: process.env.NODE_ENV !== 'production', dir: import.meta.dirname })
await app.prepare()
const server = createServer(app.getRequestHandler())
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
