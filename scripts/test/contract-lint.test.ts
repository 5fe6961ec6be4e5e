import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, tool } from '../run.js'

/** The rules that name a fault after `change` was made to a contract's text. */
async function rulesNamed(
  change: (contract: string) => string,
  file = 'merchantpay.v1.yaml',
): Promise<string[]> {
  const contract = await readFile(`${root}/openapi/${file}`, 'utf8')
  const changed = change(contract)
  const folder = await mkdtemp(join(tmpdir(), 'contract-lint-'))
  try {
    await writeFile(join(folder, 'contract.yaml'), changed)
    const args = ['lint', join(folder, 'contract.yaml'), `--config=${root}/redocly.yaml`, '--format=json']
    const { stdout } = await tool('redocly', args)
    const report = JSON.parse(stdout.toString()) as { problems: { ruleId: string }[] }
    return [...new Set(report.problems.map((problem) => problem.ruleId))]
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('the lint of the contracts', () => {
  it.each(['merchantpay.v1.yaml', 'operator.v1.yaml'])('finds nothing in %s as it stands', async (file) => {
    expect(await rulesNamed((contract) => contract, file)).toEqual([])
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

  it('names an operationId that is no verb and noun', async () => {
    const named = await rulesNamed((contract) =>
      contract.replace('operationId: createOrder', 'operationId: orders_create'),
    )
    expect(named).toContain('rule/operation-id-is-verb-and-noun')
  })

  it('names an operation without an operationId', async () => {
    const named = await rulesNamed((contract) => contract.replace(/\n *operationId: getOrder\n/, '\n'))
    expect(named).toContain('operation-operationId')
  })

  it('names an error response without examples, in place and shared', async () => {
    const bare =
      '\n    Planted: { description: Planted., content: { application/json: { schema: { type: object } } } }'
    const shared = await rulesNamed((contract) =>
      contract
        .replace(/\n {2}responses:\n/, `\n  responses:${bare}\n`)
        .replace(/'401': \{ \$ref: '[^']*' \}/, "'401': { $ref: '#/components/responses/Planted' }"),
    )
    expect(shared).toContain('rule/error-shows-its-messages')
    const inPlace = await rulesNamed((contract) =>
      contract.replace(/'401': \{ \$ref: '[^']*' \}/, bare.trim().replace('Planted', "'401'")),
    )
    expect(inPlace).toContain('rule/error-shows-its-messages')
  }, 60_000)

  it('names a tuple', async () => {
    const tuple = '\n    Planted: { type: array, prefixItems: [{ type: string }] }'
    const named = await rulesNamed((contract) =>
      contract.replace(/\n {2}schemas:\n/, `\n  schemas:${tuple}\n`),
    )
    expect(named).toContain('rule/no-tuples')
  })
})
