// Starts Chromium, prints its URL and folder, and waits to be killed.
import { startChromium } from './chromium.js'

const { url, folder } = await startChromium()
process.stdout.write(`${JSON.stringify({ url, folder })}\n`)
setInterval(() => undefined, 60_000)
