import { encode } from 'uqr'
import { type Html, html } from '../runtime/html.js'

/** Light modules around the symbol, which QR readers require. */
const QUIET_ZONE = 4

/**
 * Renders the bare address as a QR code of level M, as one path. It is no payment URI: wallets have sent the payments
 * of such URIs to the token's contract, or dropped the amount.
 */
export function qrOf(address: string): Html {
  const { size, data } = encode(address, { ecc: 'M', boostEcc: false, border: 0 })
  const width = size + 2 * QUIET_ZONE
  const path = data.map(strokesOf).join('')
  return html`<svg id="qr" role="img" aria-label="${address}" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}" shape-rendering="crispEdges"><path stroke="#000" d="${path}"/></svg>`
}

/** Draws the dark runs of one row of modules as strokes one module wide. */
function strokesOf(modules: readonly boolean[], row: number): string {
  const runs = modules
    .map((isDark) => (isDark ? '1' : '0'))
    .join('')
    .matchAll(/(0*)(1+)/g)
  const strokes = [...runs].map(([, light = '', dark = '']) => `m${light.length} 0h${dark.length}`)
  return `M0 ${row}.5${strokes.join('')}`
}
