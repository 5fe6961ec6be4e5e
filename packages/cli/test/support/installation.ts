import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, linkFromCheckout, pack } from '../../../../tools/release/tarball.js'
import type { Called } from './call.js'

const LIBRARIES = ['packages/sdk', 'packages/webhook-verify']
export const COMMAND = [...LIBRARIES, 'packages/cli']
export const SERVER = [...LIBRARIES, 'openapi', 'packages/server']
const ALL = [...new Set([...COMMAND, ...SERVER])]
const nameOf = (folder: string) => `@merchantpay/${folder.split('/').at(-1)}`

/** A folder in which the packed packages are installed, and a home without profiles. */
export class Installation {
  readonly root = mkdtempSync(join(tmpdir(), 'merchantpay-cli-'))
  /** The folder of a project. */
  readonly folder = join(this.root, 'shop')
  private readonly children = new Set<ChildProcess>()

  /** @param packages the packages of the project */
  static async open(packages: readonly string[] = ALL): Promise<Installation> {
    const installation = new Installation()
    mkdirSync(installation.folder)
    await installation.install(join(installation.folder, 'node_modules'), packages)
    return installation
  }

  /** Unpacks packages beside links to what they depend on. */
  async install(modules: string, packages: readonly string[]): Promise<void> {
    for (const each of packages) await install(await pack(each, this.root), modules, nameOf(each))
    await linkFromCheckout(modules, [...new Set(packages.flatMap((each) => dependenciesOf(modules, each)))])
  }

  /** Starts the command. Its end is awaited with `ended`. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const program = join(this.folder, 'node_modules/@merchantpay/cli/bin/merchantpay.js')
    const child = spawn(process.execPath, [program, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.root, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.children.add(child)
    return new Running(child)
  }

  /** Runs the command to its end. */
  call(args: readonly string[]): Promise<Called> {
    return this.start(args).ended
  }

  /** Ends what still runs, and removes the folder. */
  async close(): Promise<void> {
    for (const child of this.children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    }
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** A command that runs. */
export class Running {
  stdout = ''
  stderr = ''
  readonly ended: Promise<Called>

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk
    })
    this.ended = new Promise((resolve) =>
      child.once('close', (code) => resolve({ code: code ?? -1, stdout: this.stdout, stderr: this.stderr })),
    )
  }

  /** Waits for a text of standard output. @throws Error when the command ends before */
  async printed(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.stdout + this.stderr)) {
      const next = new Promise((resolve) => {
        this.child.stdout?.once('data', resolve)
        this.child.stderr?.once('data', resolve)
      })
      const over = await Promise.race([next.then(() => false), this.ended.then(() => true)])
      if (over && !pattern.test(this.stdout + this.stderr))
        throw new Error(`ended without ${pattern}: ${this.stdout}${this.stderr}`)
    }
  }

  /** Interrupts it, and waits for its end. */
  stop(signal: NodeJS.Signals = 'SIGINT'): Promise<Called> {
    this.child.kill(signal)
    return this.ended
  }
}

/** The packages that an installed package declares, other than ours. */
function dependenciesOf(modules: string, folder: string): string[] {
  const manifest = readFileSync(join(modules, nameOf(folder), 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: object }
  return Object.keys(dependencies).filter((each) => !each.startsWith('@merchantpay/'))
}
