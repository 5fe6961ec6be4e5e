/** The Dockerfile, as its last stage and its build describe the image. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser, type JSONInstruction } from 'dockerfile-ast'
import { root } from '../../lib/run.js'

const dockerfile = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const instructions = dockerfile.getInstructions()
const lastFrom = instructions.findLastIndex((one) => one.getKeyword() === 'FROM')
const stage = instructions.slice(lastFrom)

/** The images that the stages begin from. */
export const baseImages = dockerfile.getFROMs().map((from) => from.getImage() ?? '')

/** The arguments of the instructions of a stage with this keyword. */
const argumentsOf = (keyword: string, from = stage): string[] =>
  from.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')

const execForm = (keyword: string): string[] =>
  stage
    .filter((one) => one.getKeyword() === keyword)
    .flatMap((one) => (one as JSONInstruction).getJSONStrings()) // only such instructions are asked for
    .map((text) => text.getJSONValue())

/** The shell commands of all stages, with continued lines joined. */
export const runs = argumentsOf('RUN', instructions).map((text) => text.replace(/(?:\\\n|\s)+/g, ' '))

export const image = {
  user: argumentsOf('USER'),
  volumes: argumentsOf('VOLUME'),
  workdir: argumentsOf('WORKDIR'),
  entrypoint: execForm('ENTRYPOINT'),
  command: execForm('CMD'),
  healthcheck: argumentsOf('HEALTHCHECK'),
  env: Object.fromEntries(
    dockerfile
      .getENVs()
      .flatMap((env) => env.getProperties())
      .map((property) => [property.getName(), property.getValue() ?? '']),
  ),
}

/** The paths of the checkout that the build copies into the image. */
export const copied = (/cp -a --parents (.*) \/image/.exec(runs.join('\n'))?.[1] ?? '').split(/\s+/)
