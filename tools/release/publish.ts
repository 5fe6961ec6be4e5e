/**
 * Publishes every package whose version is not published yet. The registry compares the repository of a manifest with the one
 * whose workflow publishes, so the manifests name it at this time only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, tool } from '../lib/run.js'
import { PUBLISHED } from './published.js'

const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: name } = process.env
if (host === undefined || name === undefined) throw new Error('only the release workflow publishes')
for (const { folder } of PUBLISHED) {
  const file = join(root, folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const repository = { type: 'git', url: `git+${host}/${name}.git`, directory: folder }
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`)
}
const { code, output } = await tool('changeset', ['publish'])
console.log(output.trimEnd())
process.exitCode = code
