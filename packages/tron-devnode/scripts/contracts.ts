/**
 * Compiles contracts/src and writes contracts/artifacts. Exits 1 when an artifact was not what its source compiles to,
 * so that in a clean checkout it proves the committed ones.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

interface SolidityOutput {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, CompiledContract>>
}

interface CompiledContract {
  abi: unknown[]
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}

const folder = fileURLToPath(new URL('../contracts/', import.meta.url))
const deployed = ['Batch', 'CalldataOnly', 'FakeUsdt', 'TetherErc20', 'TetherTrc20', 'TryCatch']
// One setting for both chains: TRON's machine knows no later opcodes that could be relied on, and Ethereum runs old ones.
const settings = { evmVersion: 'petersburg', optimizer: { enabled: true, runs: 200 } }
const oldMachineWarning = 'Support for EVM versions older than london is deprecated'

function readSources(): Record<string, { content: string }> {
  const names = readdirSync(`${folder}src`).sort()
  return Object.fromEntries(
    names.map((name) => [name, { content: readFileSync(`${folder}src/${name}`, 'utf8') }]),
  )
}

function compile(sources: Record<string, { content: string }>): SolidityOutput {
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      ...settings,
      // A hash of comments and paths in the code would change it without a change of meaning.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolidityOutput
  const errors = (output.errors ?? [])
    .filter((error) => !error.formattedMessage.startsWith(oldMachineWarning))
    .map((error) => error.formattedMessage)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return output
}

/** The artifacts by file name, as text. */
function build(): Map<string, string> {
  const sources = readSources()
  const sourceHash = createHash('sha256').update(JSON.stringify(sources)).digest('hex')
  const { contracts } = compile(sources)
  return new Map(
    deployed.map((name) => {
      const contract = contracts[`${name}.sol`]?.[name]
      if (contract === undefined) throw new Error(`${name}.sol has no contract ${name}`)
      const artifact = {
        contractName: name,
        compiler: solc.version(),
        settings,
        sourceHash,
        abi: contract.abi,
        bytecode: `0x${contract.evm.bytecode.object}`,
        deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
      }
      return [`${name}.json`, `${JSON.stringify(artifact, null, 2)}\n`]
    }),
  )
}

function main(): void {
  const artifacts = build()
  const stale = [...artifacts].filter(([file, text]) => {
    const path = `${folder}artifacts/${file}`
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  const leftOver = readdirSync(`${folder}artifacts`).filter((file) => !artifacts.has(file))
  for (const [file, text] of stale) writeFileSync(`${folder}artifacts/${file}`, text)
  for (const file of leftOver) rmSync(`${folder}artifacts/${file}`)
  const changed = [...stale.map(([file]) => file), ...leftOver]
  for (const file of changed) console.log(`changed: contracts/artifacts/${file}`)
  console.log(
    changed.length === 0 ? 'the artifacts are what the contracts compile to' : 'commit the artifacts',
  )
  process.exitCode = changed.length === 0 ? 0 : 1
}

main()
