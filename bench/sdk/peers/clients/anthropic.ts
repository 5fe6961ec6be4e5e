import type { ErrorClass, HttpPeer, Server, StreamPeer } from '../client.js'
import { load } from '../load.js'

interface Anthropic {
  models: { retrieve(id: string, params: object, options: object): Promise<unknown> }
  messages: { create(body: object): Promise<AsyncIterable<unknown>> }
}
interface AnthropicModule {
  default: new (options: object) => Anthropic
  AnthropicError: ErrorClass
}

const MESSAGE = { model: 'bench', max_tokens: 1, messages: [] }

async function open({ origin, timeoutMs }: Server, limits: object = {}) {
  const { default: Anthropic, AnthropicError } = await load<AnthropicModule>('@anthropic-ai/sdk')
  const options = { apiKey: 'bench', baseURL: origin, ...(timeoutMs && { timeout: timeoutMs, ...limits }) }
  return { client: new Anthropic(options), errors: [AnthropicError] }
}

const described = { packages: { anthropic: '@anthropic-ai/sdk' } }

export const anthropic: HttpPeer = {
  ...described,
  open: async (server) => {
    const { client, errors } = await open(server, { maxRetries: 0 })
    return {
      read: (id, signal) => client.models.retrieve(id, {}, { signal }),
      create: () => client.messages.create(MESSAGE),
      errors,
    }
  },
}

export const anthropicStream: StreamPeer = {
  ...described,
  event: 'message_start',
  open: async (server) => {
    const { client, errors } = await open(server)
    return { stream: () => client.messages.create({ ...MESSAGE, stream: true }), errors }
  },
}
