import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { openForAdditions, type WebhookContract } from './contract.js'

/** Renders the valibot schemas of the webhooks. The generator can only write files, so it writes to a temporary folder. */
export async function renderSchemas(contract: WebhookContract): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-schemas-'))
  try {
    await createClient({
      input: { ...openForAdditions(contract) },
      output: { path: folder, importFileExtension: '.js', indexFile: false },
      logs: { file: false, level: 'silent' },
      plugins: [{ name: 'valibot', webhooks: true }],
    })
    return readFileSync(join(folder, 'valibot.gen.ts'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
