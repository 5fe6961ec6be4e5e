import { readFile } from 'node:fs/promises'
import { usage } from '../failure.js'
import type { Process } from '../process.js'

/** The bytes of a file, or of standard input for `-`. @throws Failure `usage` for a file that cannot be read */
export async function readBytes(file: string, stdin: Process['stdin']): Promise<Uint8Array> {
  if (file === '-') return readAll(stdin)
  try {
    return await readFile(file)
  } catch (error) {
    throw usage(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Standard input to its end. */
export async function readAll(stdin: Process['stdin']): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
