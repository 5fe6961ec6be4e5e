/**
 * Gives the published packages their next version: changesets writes manifests and changelogs, and the version that the SDK
 * sends in `User-Agent` and the lock follow. The present contracts become the released ones. Review and commit the result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '../contract/released.js'
import { mustRun, root, tool } from '../lib/run.js'

const { code, output } = await tool('changeset', ['version'])
console.log(output.trimEnd())
if (code !== 0) process.exit(code)

const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')) as {
  version: string
}
const file = join(root, 'packages/sdk/src/util/version.ts')
writeFileSync(file, readFileSync(file, 'utf8').replace(/VERSION = '.*'/, `VERSION = '${version}'`))
release()
await mustRun('npm', ['install', '--package-lock-only'])
