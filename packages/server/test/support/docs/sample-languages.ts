/** How the programs of each language are run. One that is not on this machine is left out, with a line that says so. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { mustRun, type RunResult, root } from '../../../../../tools/lib/run.js'

export type Environment = Readonly<Record<string, string>>

/** A program on disk, and what it reads from its environment besides the merchant's key. */
export interface Program {
  readonly file: string
  readonly env: Environment
}

export interface Language {
  readonly name: string
  /** File of a program as it is written, below the folder of all. */
  sourceOf(name: string): string
  /** File that is run, where it is another one. */
  builtOf?(name: string): string
  /** Makes programs of the sources. @throws Error with what a compiler says */
  build?(folder: string, names: readonly string[]): Promise<unknown>
  /** The command that runs one program. */
  command(file: string): [command: string, ...args: string[]]
  /** A command that reads programs as JSON and runs all, this one among them: most of the time of a short one is its start. */
  batch?(file: string): [command: string, ...args: string[]]
}

/** An import of its own each, so nothing but the environment is shared. */
const EACH_SCRIPT = `
let text = ''
for await (const chunk of process.stdin) text += chunk
for (const { file, env } of JSON.parse(text)) {
  Object.assign(process.env, env)
  await import('file://' + file)
}`

const EACH_PYTHON = `
import json, os, runpy, sys
for program in json.load(sys.stdin):
    os.environ.update(program["env"])
    runpy.run_path(program["file"], run_name="__main__")`

const batchOfScripts = (): [string, ...string[]] => [
  process.execPath,
  '--input-type=module',
  '--eval',
  EACH_SCRIPT,
]

interface Needs {
  readonly name: string
  /** Commands that succeed where the tools are. */
  readonly needs: readonly string[]
}

const ALL: readonly (Language & Needs)[] = [
  {
    name: 'curl',
    needs: ['curl --version', 'openssl version'],
    sourceOf: (name) => `${name}.sh`,
    command: (file) => ['sh', '-eu', file],
  },
  {
    name: 'typescript',
    needs: [],
    sourceOf: (name) => `${name}.mts`,
    builtOf: (name) => `${name}.mjs`,
    build: compileTypeScript,
    command: (file) => [process.execPath, file],
    batch: batchOfScripts,
  },
  {
    name: 'fetch',
    needs: [],
    sourceOf: (name) => `${name}.mjs`,
    command: (file) => [process.execPath, file],
    batch: batchOfScripts,
  },
  {
    name: 'python',
    needs: ['python3 --version'],
    sourceOf: (name) => `${name}.py`,
    command: (file) => ['python3', file],
    batch: () => ['python3', '-c', EACH_PYTHON],
  },
  {
    name: 'php',
    needs: ["php -r 'curl_version();'"],
    sourceOf: (name) => `${name}.php`,
    command: (file) => ['php', file],
  },
  {
    name: 'go',
    needs: ['go version'],
    sourceOf: (name) => `${name}/main.go`,
    builtOf: (name) => name,
    build: buildGo,
    command: (file) => [join(dirname(file), GO_BINARY), basename(file)],
    batch: (file) => [join(dirname(file), GO_BINARY)],
  },
]

/**
 * Those that can run here; says which cannot, and that their programs are then neither run nor parsed.
 *
 * @throws Error where `TEST_LANGUAGES` asks for all
 */
export function runnable<Kind extends Needs>(kinds: readonly Kind[]): Kind[] {
  return kinds.filter(({ name, needs }) => {
    const failed = needs.find((command) => spawnSync('sh', ['-c', command], { stdio: 'ignore' }).status !== 0)
    if (failed === undefined) return true
    const told = `${name}: neither run nor parsed, for here fails: ${failed}`
    if (process.env.TEST_LANGUAGES === 'all') throw new Error(told)
    process.stdout.write(`${told}\n`)
    return false
  })
}

/** The languages of this machine. */
export const LANGUAGES: readonly Language[] = runnable(ALL)

/** A new folder in which programs find the packages of this repository. */
export function makeProgramFolder(): string {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, 'samples-'))
}

/** One of this test's own, which goes at its end. */
export function programFolder(): string {
  const folder = makeProgramFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes programs below a folder and builds them. @returns the file to run by name, in the order given */
export async function buildPrograms(
  language: Language,
  folder: string,
  sources: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  for (const [name, source] of Object.entries(sources)) {
    const file = join(folder, language.sourceOf(name))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${source}\n`)
  }
  await language.build?.(folder, Object.keys(sources))
  const fileOf = language.builtOf ?? language.sourceOf
  return Object.fromEntries(Object.keys(sources).map((name) => [name, join(folder, fileOf(name))]))
}

/** Runs programs one after another. @throws Error with all it printed when one does not exit with 0 */
export async function runPrograms(
  language: Language,
  programs: readonly Program[],
  env: Environment,
): Promise<void> {
  const [first] = programs
  if (first && language.batch) {
    const [command, ...args] = language.batch(first.file)
    await mustRun(command, args, { env, input: Buffer.from(JSON.stringify(programs)) })
    return
  }
  for (const program of programs) {
    const [command, ...args] = language.command(program.file)
    await mustRun(command, args, { env: { ...env, ...program.env } })
  }
}

/** Starts a program, which goes at the end of the test at the latest. */
export function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  env: Environment,
): { printed(): string; hasEnded(): boolean } {
  const child = spawn(command, args, { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed += chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { printed: () => printed, hasEnded: () => child.exitCode !== null }
}

/** One compiler for all, with the strictness of this repository. */
function compileTypeScript(folder: string): Promise<RunResult> {
  const compilerOptions = { noEmit: false, declaration: false, sourceMap: false, types: ['node'] }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.mts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return mustRun(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
}

const GO_BINARY = 'all'

/** One binary of all programs: most of the time of a build is that of the linker. Each becomes a package, with `Main`. */
function buildGo(folder: string, names: readonly string[]): Promise<RunResult> {
  for (const name of names) {
    const file = join(folder, name, 'main.go')
    const source = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      source.replace('package main', `package ${name}`).replace('func main()', 'func Main()'),
    )
  }
  writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n')
  writeFileSync(join(folder, 'main.go'), eachGo(names))
  return mustRun('go', ['build', '-ldflags', '-s -w', '-o', GO_BINARY, '.'], { cwd: folder })
}

const eachGo = (names: readonly string[]): string => `package main

import (
	"encoding/json"
	"log"
	"os"
	"path"

${names.map((name) => `\t"samples/${name}"`).join('\n')}
)

var mains = map[string]func(){
${names.map((name) => `\t"${name}": ${name}.Main,`).join('\n')}
}

func main() {
	if len(os.Args) > 1 {
		mains[os.Args[1]]()
		return
	}
	var programs []struct {
		File string
		Env  map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&programs); err != nil {
		log.Fatal(err)
	}
	for _, program := range programs {
		for name, value := range program.Env {
			os.Setenv(name, value)
		}
		mains[path.Base(program.File)]()
	}
}
`
