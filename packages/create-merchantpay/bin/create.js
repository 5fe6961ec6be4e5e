// Copies a template into a new folder. npm runs it as `npm create merchantpay <folder> -- --template hono`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const TEMPLATES = ['express', 'hono', 'next']
const STANDARD = 'express'
const USAGE = `usage: npm create merchantpay <folder> -- --template ${TEMPLATES.join('|')}`
const HELP = `${USAGE}

Creates a shop that takes an order, receives its webhook and stores it in SQLite, with a test of its own.

  <folder>              the new folder, such as my-shop; an empty one is taken too
  --template <name>     ${TEMPLATES.join(', ')}; ${STANDARD} without it

Example: npm create merchantpay my-shop -- --template hono`
const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`create-merchantpay: ${message}\n${USAGE}`)
  process.exit(2)
}

/** @returns {{ folder: string, template: string }} */
function readArguments() {
  try {
    const options = /** @type {const} */ ({
      template: { type: 'string', default: STANDARD },
      help: { type: 'boolean', default: false },
    })
    // npm takes away the -- before the options, and npx passes it on.
    const args = process.argv.slice(2).filter((arg) => arg !== '--')
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) {
      console.log(HELP)
      process.exit(0)
    }
    const [folder, ...others] = positionals
    if (folder === undefined || others.length > 0) return fail('name one folder, such as my-shop')
    if (!TEMPLATES.includes(values.template)) return fail(`there is no template ${values.template}`)
    return { folder: resolve(folder), template: values.template }
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/**
 * npm leaves out a packed .gitignore, and a package.json in a folder would hide it from the workspace.
 *
 * @type {Readonly<Record<string, string>>}
 */
const RENAMED = { _gitignore: '.gitignore', '_package.json': 'package.json', '_env.example': '.env.example' }

/** @param {string} folder @param {string} template */
function create(folder, template) {
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty`)
  mkdirSync(folder, { recursive: true })
  for (const name of ['common', template]) cpSync(join(root, 'templates', name), folder, { recursive: true })
  for (const [from, to] of Object.entries(RENAMED)) renameSync(join(folder, from), join(folder, to))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = join(folder, 'package.json')
  const text = readFileSync(manifest, 'utf8')
    .replace(
      '{{name}}',
      basename(folder)
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '-'),
    )
    .replaceAll('{{version}}', `^${version}`)
  writeFileSync(manifest, text)
}

const { folder, template } = readArguments()
create(folder, template)
console.log(`Created ${folder} from the template ${template}. Next:

  cd ${folder}
  npm install
  npm test                    passes without a network
  npx @merchantpay/cli dev    starts a sandbox and writes .env.merchantpay
  npm run dev                 in a second terminal
  npm run listen              in a third one: brings webhooks to this machine`)
