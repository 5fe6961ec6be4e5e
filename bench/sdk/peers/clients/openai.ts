import type { ErrorClass, HttpPeer, Server, StreamPeer } from '../client.js'
import { load } from '../load.js'

interface OpenAi {
  models: { retrieve(id: string, options: object): Promise<unknown> }
  chat: { completions: { create(body: object): Promise<AsyncIterable<unknown>> } }
}
interface OpenAiModule {
  default: new (options: object) => OpenAi
  OpenAIError: ErrorClass
}

const CHAT = { model: 'bench', messages: [] }

async function open({ origin, timeoutMs }: Server, limits: object = {}) {
  const { default: OpenAi, OpenAIError } = await load<OpenAiModule>('openai')
  const options = {
    apiKey: 'bench',
    baseURL: `${origin}/v1`,
    ...(timeoutMs && { timeout: timeoutMs, ...limits }),
  }
  return { client: new OpenAi(options), errors: [OpenAIError] }
}

const described = { packages: { openai: 'openai' } }

export const openai: HttpPeer = {
  ...described,
  open: async (server) => {
    const { client, errors } = await open(server, { maxRetries: 0 })
    return {
      read: (id, signal) => client.models.retrieve(id, { signal }),
      create: () => client.chat.completions.create(CHAT),
      errors,
    }
  },
}

export const openaiStream: StreamPeer = {
  ...described,
  open: async (server) => {
    const { client, errors } = await open(server)
    return { stream: () => client.chat.completions.create({ ...CHAT, stream: true }), errors }
  },
}
