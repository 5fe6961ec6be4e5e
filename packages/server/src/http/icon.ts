import type { RequestHandler } from 'express'
import { readAsset } from '../runtime/assets.js'

const DAY_SECONDS = 86_400

/** Serves `/favicon.ico`, which browsers ask for beside answers that are no pages. */
export function serveIcon(): RequestHandler {
  const bytes = Buffer.from(readAsset('ui', 'icon.svg'))
  return (_request, response) => {
    response.set({
      'Cache-Control': `public, max-age=${DAY_SECONDS}`,
      'Content-Security-Policy': "default-src 'none'",
    })
    response.type('image/svg+xml').send(bytes)
  }
}
