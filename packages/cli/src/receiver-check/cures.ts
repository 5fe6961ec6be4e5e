import type { Framework } from './frameworks.js'
import type { ProbeAnswer } from './probe-request.js'

/** How each framework passes the bytes of a body to the check of the signature. */
const RAW_BODY: Readonly<Record<Framework, string>> = {
  express:
    "Express: app.post('/webhooks', expressWebhook(receiver)) before app.use(express.json()), or express.raw({ type: 'application/json' }) on this route",
  fastify: 'Fastify: app.register(fastifyWebhook, { path, receiver }), whose plugin leaves the body unread',
  hono: "Hono: app.post('/webhooks', honoWebhook(receiver)) before any middleware that calls c.req.json() or c.req.text()",
  next: 'Next.js: export const POST = nextWebhook(receiver) in app/…/route.ts; in pages/api also export const config = { api: { bodyParser: false } }',
  node: 'node:http: createServer(nodeWebhook(receiver)), or join the chunks with Buffer.concat',
  worker: 'Worker: webWebhook(receiver), or await request.arrayBuffer() instead of request.json()',
  python: 'Python: request.get_data() in Flask, request.body in Django, await request.body() in FastAPI',
  php: "PHP: file_get_contents('php://input') instead of $_POST or a parsed request",
}

/** Words in the headers of answers that show a framework. */
const SIGNS: readonly (readonly [word: string, Framework])[] = [
  ['express', 'express'],
  ['next.js', 'next'],
  ['php', 'php'],
  ['python', 'python'],
]

/** The framework that the headers of an answer show. */
export function frameworkOf(headers: ProbeAnswer['headers']): Framework | undefined {
  const text = `${headers['x-powered-by'] ?? ''} ${headers.server ?? ''}`.toLowerCase()
  return SIGNS.find(([word]) => text.includes(word))?.[1]
}

/** The cure for a framework, or for each when it is unknown. */
export function rawBodyCures(framework: Framework | undefined): string[] {
  return framework ? [RAW_BODY[framework]] : Object.values(RAW_BODY)
}
