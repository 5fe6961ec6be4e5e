/** Runs the programs of each language. A language that is not installed is skipped, and a line names it. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Needs, runnable } from '../../../../../test-support/processes/languages.js'
import { mustRun, type RunResult, root } from '../../../../../tools/lib/run.js'

export type Environment = Readonly<Record<string, string>>

/** A program on disk, and its environment besides the merchant's key. */
export interface Program {
  readonly file: string
  readonly env: Environment
}

export interface Language {
  readonly name: string
  /** Source file of a program, below the common folder. */
  sourceOf(name: string): string
  /** File to run, if another one. */
  builtOf?(name: string): string
  /** Builds programs from the sources. @throws Error with the output of the compiler */
  build?(folder: string, names: readonly string[]): Promise<unknown>
  /** Returns the command that runs one program. */
  command(file: string): [command: string, ...args: string[]]
  /**
   * A command that reads programs as JSON and runs them all in one process, because a short program's time is mostly
   * startup.
   */
  batch?(file: string): [command: string, ...args: string[]]
}

/** Imports each program on its own, so that they share only the environment. */
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

/** The languages installed on this machine. */
export const LANGUAGES: readonly Language[] = runnable(ALL)

/** Creates a folder in which programs resolve the packages of this repository. */
export function makeProgramFolder(): string {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, 'samples-'))
}

/** Creates a program folder that is removed when the test ends. */
export function programFolder(): string {
  const folder = makeProgramFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes programs below a folder and builds them. @returns the file to run of each, by name and in order */
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

/** Runs programs one after another. @throws Error with the output of a program that does not exit with 0 */
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

/** Starts a program, which is stopped when the test ends at the latest. */
export function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  env: Environment,
  cwd: string,
): { printed(): string; hasEnded(): boolean } {
  const child = spawn(command, args, { env, cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed += chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { printed: () => printed, hasEnded: () => child.exitCode !== null }
}

/** Runs the compiler once for all, with the strictness of this repository. */
function compileTypeScript(folder: string): Promise<RunResult> {
  const compilerOptions = { noEmit: false, declaration: false, sourceMap: false, types: ['node'] }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.mts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return mustRun(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
}

const GO_BINARY = 'all'

/**
 * Builds one binary of all programs, because linking takes most of the time. Each program becomes a package with
 * `Main`.
 */
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
