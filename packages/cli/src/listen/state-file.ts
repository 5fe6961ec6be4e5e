import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { writePrivate } from '../private-file.js'
import type { Process } from '../process.js'

/** A file in the state folder of the user, which a listener keeps between its runs. */
export class StateFile<Content> {
  private constructor(private readonly file: string) {}

  /** @param kind the beginning of its name @param key the values that tell this listener from others of the user */
  static of<Content>(env: Process['env'], kind: string, key: readonly string[]): StateFile<Content> {
    const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24)
    return new StateFile(join(folderOf(env), `${kind}-${name}.json`))
  }

  /** Those of every listener of the user. */
  static all<Content>(env: Process['env'], kind: string): StateFile<Content>[] {
    return namesIn(folderOf(env))
      .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.json'))
      .map((name) => new StateFile(join(folderOf(env), name)))
  }

  /** Undefined where there is none, or a damaged one. */
  read(): Content | undefined {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Content // written below
    } catch {
      return undefined
    }
  }

  write(content: Content): void {
    writePrivate(this.file, `${JSON.stringify(content)}\n`)
  }
}

const folderOf = (env: Process['env']): string =>
  join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'merchantpay')

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
