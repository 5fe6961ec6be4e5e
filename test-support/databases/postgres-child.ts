// Starts PostgreSQL, prints its URL and folder, and waits to be killed.
import { startPostgres } from './postgres.js'

const { url, folder } = await startPostgres()
process.stdout.write(`${JSON.stringify({ url, folder })}\n`)
setInterval(() => undefined, 60_000)
