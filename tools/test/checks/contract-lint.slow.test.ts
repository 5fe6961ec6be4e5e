import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, tool } from '../../lib/run.js'

/** The rules that report a fault in the contract after `change`. */
async function rulesNamed(change: (contract: string) => string): Promise<string[]> {
  const contract = await readFile(`${root}/openapi/merchantpay.v1.yaml`, 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'contract-lint-'))
  try {
    const file = join(folder, 'contract.yaml')
    await writeFile(file, change(contract))
    return await rulesIn(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The rules that report a fault in a file, without the faults that are ignored there. */
async function rulesIn(file: string): Promise<string[]> {
  const { stdout } = await tool('redocly', ['lint', file, `--config=${root}/redocly.yaml`, '--format=json'])
  const report = JSON.parse(stdout.toString()) as { problems: { ruleId: string }[] }
  return [...new Set(report.problems.map(({ ruleId }) => ruleId))]
}

const UNAUTHORIZED = /'401': \{ \$ref: '[^']*' \}/
const BARE = '{ description: Planted., content: { application/json: { schema: { type: object } } } }'

const FAULTS: Record<string, { rule: string; plant: (contract: string) => string }> = {
  'an operationId that is no verb and noun': {
    rule: 'rule/operation-id-is-verb-and-noun',
    plant: (contract) => contract.replace('operationId: createOrder', 'operationId: orders_create'),
  },
  'an operation without an operationId': {
    rule: 'operation-operationId',
    plant: (contract) => contract.replace(/\n *operationId: getOrder\n/, '\n'),
  },
  'a shared error response without examples': {
    rule: 'rule/error-shows-its-messages',
    plant: (contract) =>
      contract
        .replace(/\n {2}responses:\n/, `\n  responses:\n    Planted: ${BARE}\n`)
        .replace(UNAUTHORIZED, "'401': { $ref: '#/components/responses/Planted' }"),
  },
  'a tuple': {
    rule: 'rule/no-tuples',
    plant: (contract) =>
      contract.replace(
        /\n {2}schemas:\n/,
        '\n  schemas:\n    Planted: { type: array, prefixItems: [{ type: string }] }\n',
      ),
  },
}
let allNamed: Promise<string[]> | undefined

describe('the lint of the contracts', () => {
  it.each(['merchantpay.v1.yaml', 'operator.v1.yaml'])('finds nothing in %s as it stands', async (file) => {
    expect(await rulesIn(`${root}/openapi/${file}`)).toEqual([])
  })

  it('covers every contract of the folder', async () => {
    const { apis } = parse(await readFile(`${root}/redocly.yaml`, 'utf8'))
    const linted = Object.values<{ root: string }>(apis).map((api) => api.root.replace('./openapi/', ''))
    const files = await readdir(`${root}/openapi`)
    expect(linted.sort()).toEqual(files.filter((file) => file.endsWith('.yaml')).sort())
  })

  it.each(['merchantpay.v1.yaml', 'operator.v1.yaml'])(
    'finds %s free of merge keys, which YAML 1.2 has not',
    async (file) => {
      const text = await readFile(`${root}/openapi/${file}`, 'utf8')
      expect(parse(text)).toEqual(parse(text, { merge: true }))
    },
  )

  it.each(Object.entries(FAULTS))('names %s', async (_, { rule }) => {
    // All faults are planted in one contract, because each has a rule of its own.
    allNamed ??= rulesNamed((contract) =>
      Object.values(FAULTS).reduce((text, { plant }) => plant(text), contract),
    )
    expect(await allNamed).toContain(rule)
  })

  it('names an error response without examples that stands in place', async () => {
    const named = await rulesNamed((contract) => contract.replace(UNAUTHORIZED, `'401': ${BARE}`))
    expect(named).toContain('rule/error-shows-its-messages')
  })
})
