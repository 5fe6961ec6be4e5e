/**
 * Flags wording that a newcomer has to read twice, in comments, messages and documents. Takes paths of files; without any it
 * reads every file of the checkout and the subjects of the commits that the branch adds to its upstream.
 */
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { mustRun, root, run } from '../lib/run.js'
import { isRead, proseFaults } from './prose/faults.js'

/** Generated files are fixed at their source. */
const GENERATED = /(?:^|\/)generated\/|\.gen\.ts$/
/** Migrations that ran keep their checksum, and so their text. */
const FROZEN = /^packages\/server\/migrations\/00(?:[0-2]\d|3[0-7])-/
const LONGEST_SUBJECT = 72

async function trackedFiles(): Promise<string[]> {
  const { stdout } = await mustRun('git', ['ls-files', '-z'])
  return stdout.toString().split('\0').filter(Boolean)
}

/** Long subjects among the commits since the upstream of the branch; none where the branch has no upstream. */
async function subjectFaults(): Promise<string[]> {
  const { code, stdout } = await run('git', ['log', '--format=%h %s', '@{upstream}..HEAD'])
  if (code !== 0) return []
  const commits = stdout.toString().split('\n').filter(Boolean)
  return commits.flatMap((commit) => {
    const subject = commit.slice(commit.indexOf(' ') + 1)
    return subject.length > LONGEST_SUBJECT
      ? [`commit ${commit}: subject of ${subject.length} characters`]
      : []
  })
}

const named = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const paths =
  named.length > 0
    ? named
    : (await trackedFiles()).filter((path) => !GENERATED.test(path) && !FROZEN.test(path))
const faults = paths
  .filter(isRead)
  .flatMap((path) =>
    proseFaults(path, readFileSync(join(root, path), 'utf8')).map(
      ({ line, pattern, text }) => `${path}:${line}: ${pattern}: ${text}`,
    ),
  )
if (named.length === 0) faults.push(...(await subjectFaults()))
for (const fault of faults) console.log(fault)
console.log(`${paths.filter(isRead).length} files, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
