import { readAsset } from '../runtime/assets.js'
import { Html } from '../runtime/html.js'

/** The icon of a page in its tab. It is a part of the page, which knows no address of the server. */
export const pageIcon = new Html(
  `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(readAsset('ui', 'icon.svg').trim())}">`,
)
