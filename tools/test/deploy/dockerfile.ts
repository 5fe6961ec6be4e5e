/** The Dockerfile, as its build and the stages of its two images describe them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast'
import { root } from '../../lib/run.js'

const dockerfile = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const instructions = dockerfile.getInstructions()

/** The images that the stages begin from, with the defaults of build arguments. */
export const baseImages = dockerfile
  .getFROMs()
  .map((from) => (from.getImage() ?? '').replace(/^\$\{(\w+)\}$/, (_, name: string) => defaultOf(name)))

function defaultOf(argument: string): string {
  const properties = dockerfile.getInitialARGs().map((arg) => arg.getProperty())
  return properties.find((property) => property?.getName() === argument)?.getValue() ?? ''
}

/** The instructions of a stage, from its FROM to the next one. */
function stageAt(from: number): Instruction[] {
  const next = instructions.findIndex((one, at) => at > from && one.getKeyword() === 'FROM')
  return instructions.slice(from, next === -1 ? undefined : next)
}

const namedStage = (name: string): Instruction[] =>
  stageAt(
    instructions.findIndex(
      (one) => one.getKeyword() === 'FROM' && one.getArgumentsContent()?.endsWith(` AS ${name}`),
    ),
  )

const execForm = (stage: Instruction[], keyword: string): string[] =>
  stage
    .filter((one) => one.getKeyword() === keyword)
    .flatMap((one) => (one as JSONInstruction).getJSONStrings()) // only such instructions are asked for
    .map((text) => text.getJSONValue())

function imageOf(stage: Instruction[]) {
  const argumentsOf = (keyword: string): string[] =>
    stage.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')
  const range = (one: Instruction) => one.getRange().start.line
  const lines = stage.map(range)
  return {
    user: argumentsOf('USER'),
    volumes: argumentsOf('VOLUME'),
    workdir: argumentsOf('WORKDIR'),
    copies: argumentsOf('COPY'),
    entrypoint: execForm(stage, 'ENTRYPOINT'),
    command: execForm(stage, 'CMD'),
    healthcheck: argumentsOf('HEALTHCHECK'),
    env: Object.fromEntries(
      dockerfile
        .getENVs()
        .filter((env) => lines.includes(range(env)))
        .flatMap((env) => env.getProperties())
        .map((property) => [property.getName(), property.getValue() ?? '']),
    ),
  }
}

export const image = imageOf(stageAt(instructions.findLastIndex((one) => one.getKeyword() === 'FROM')))
export const backupImage = imageOf(namedStage('backup'))

/** The shell commands of all stages, with continued lines joined. */
export const runs = instructions
  .filter((one) => one.getKeyword() === 'RUN')
  .map((one) => (one.getArgumentsContent() ?? '').replace(/(?:\\\n|\s)+/g, ' '))

/** The paths of the checkout that the build copies into the images. */
export const copied = (/cp -a --parents (.*) \/image/.exec(runs.join('\n'))?.[1] ?? '').split(/\s+/)
