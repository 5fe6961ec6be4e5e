import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Context } from '../context.js'
import { usage } from '../failure.js'
import { escaped } from '../output.js'
import { readAll } from './read-bytes.js'

/** Asks for a secret without showing it; without a terminal it is standard input. @throws Failure `usage` for none */
export async function askSecret(context: Context, question: string): Promise<string> {
  const { stdin, stderr } = context
  const answer = stdin.isTTY && stderr.isTTY ? await ask(context, question) : `${await readAll(stdin)}`
  const secret = answer.trim()
  if (secret === '') throw usage('the secret is missing: pipe it to standard input')
  return secret
}

function ask({ stdin, stderr, signal }: Context, question: string): Promise<string> {
  stderr.write(escaped(question))
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  return new Promise((resolve) => {
    const end = (answer: string) => {
      lines.close()
      stderr.write('\n')
      resolve(answer)
    }
    signal.addEventListener('abort', () => end(''))
    lines.once('SIGINT', () => end(''))
    lines.once('line', end)
  })
}
