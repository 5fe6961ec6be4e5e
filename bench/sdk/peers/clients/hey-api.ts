import { fileURLToPath } from 'node:url'
import type { StreamPeer } from '../client.js'

interface Generated {
  streamOrderEvents(options: object): Promise<{ stream: AsyncIterable<unknown> }>
}

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const folder = fileOf('../node_modules/.cache/hey-api')

/** Generates the client from our contract. Its runtime comes with the generator. */
export async function generateHeyApi(): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts') // large, and not needed in the process of a client
  await createClient({
    input: fileOf('../../../../openapi/merchantpay.v1.yaml'),
    output: { path: folder, importFileExtension: '.js' },
    logs: { file: false, level: 'silent' },
    plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
  })
}

export const heyApiStream: StreamPeer = {
  packages: { 'hey-api client': '@hey-api/openapi-ts' },
  open: async ({ origin }) => {
    const { streamOrderEvents } = (await import(`${folder}/sdk.gen.ts`)) as Generated // generated above
    const options = { baseUrl: origin, auth: 'bench', path: { id: 'o1' } }
    return { stream: async () => (await streamOrderEvents(options)).stream, errors: [] }
  },
}
