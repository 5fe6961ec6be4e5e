import type { Page } from '../domain/sessions/pages.js'
import { type Html, html } from '../runtime/html.js'

const POLICY = [
  "default-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Makes a whole page of its body. */
export function pageOf(title: string, body: Html, status = 200): Page {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · MerchantPay dashboard</title>
</head>
<body>
${body}
</body>
</html>
`.text
  return { status, html: text, policy: POLICY }
}
