import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { computeAddress } from 'ethers'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram, TSX_MAIN, testTakenPort } from '../../../test-support/examples/program.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const KEY = '5ca1ab1e'.repeat(8)
const folder = mkdtempSync(join(tmpdir(), 'signer-'))
const file = join(folder, 'hot.key')
writeFileSync(file, `${KEY}\n`)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const env = {
  ...{ SIGNER_SECRET: 'secret of the signer', NETWORK: 'ERC20', CHAIN_ID: '1' },
  ...{ TOKEN: '0xdAC17F958D2ee523a2206206994597C13D831ec7', KEY_FILE: file, MAX_COST: '1' },
}

test('the program prints its wallet and where it listens', async () => {
  const program = await startProgram({ cwd, command: TSX_MAIN, env: { ...env, PORT: '0' } })
  onTestFinished(async () => void (await program.kill()))
  expect(program.printed.join()).toContain(`signing for ${computeAddress(`0x${KEY}`)}`)
  const response = await fetch(program.url, { method: 'POST', body: '{}' })
  expect(response.status).toBe(401)
}, 120_000)

testTakenPort(cwd, TSX_MAIN, env)
