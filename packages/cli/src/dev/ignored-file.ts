import { execFile } from 'node:child_process'
import { ENV_FILE } from '../account/account.js'

/** The exit code of `git check-ignore` for a file that a commit would take. */
const NOT_IGNORED = 1

/** Whether no commit takes the file of the merchant: git ignores it, or the folder is in no repository. */
export function isKeptOut(cwd: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('git', ['check-ignore', '--quiet', ENV_FILE], { cwd }, (error) =>
      resolve(error?.code !== NOT_IGNORED),
    )
  })
}
