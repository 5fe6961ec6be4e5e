import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { call } from './support/call.js'

/** The words that bash offers after these. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const { stdout } = await call(['completion', 'bash'])
  const line = words.map((word) => `'${word}'`).join(' ')
  const program = `${stdout}\nCOMP_WORDS=(merchantpay ${line}); COMP_CWORD=${words.length}; _merchantpay; echo "\${COMPREPLY[@]}"`
  return execFileSync('/bin/bash', ['-c', program], { encoding: 'utf8' }).trim().split(' ')
}

describe('completion in bash', () => {
  it('offers commands, then their second words, then options', async () => {
    expect(await offered('or')).toEqual(['orders'])
    expect(await offered('orders', 'w')).toEqual(['wait', 'watch'])
    expect(await offered('orders', 'wait', '--ti')).toEqual(['--timeout'])
    expect(await offered('listen', '--for')).toEqual(['--forward-to'])
  })
})
