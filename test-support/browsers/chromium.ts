/**
 * A headless Chromium for the tests of pages: the one that `CHROMIUM_PATH` names, else the one of an npm package, which
 * is for Linux on x64 only. It has the same fonts on every machine, and ends with the test run.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache } from '../../tools/lib/cache.js'
import { mustRun } from '../../tools/lib/run.js'
import { spawnWatched } from '../processes/death-pipe.js'

export interface ChromiumServer {
  /** The URL of its debugging protocol: `ws://127.0.0.1:…`. */
  readonly url: string
  /** The folder of its profile, removed when it ends. */
  readonly folder: string
  stop(): Promise<void>
}

export interface ChromiumOptions {
  /** False for pictures, which then have the same letters on every machine. */
  readonly hasSystemFonts?: boolean
}

interface Installed {
  readonly binary: string
  readonly fonts: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const CHROMIUM = '@sparticuz/chromium'
const ARABIC_FONT = '@expo-google-fonts/noto-sans-arabic'
const SYSTEM_FONTS = '/usr/share/fonts'
const require = createRequire(import.meta.url)

/**
 * Starts a browser, which takes a fraction of a second. The first start on a machine unpacks it.
 *
 * @throws Error without a browser for this platform, or when the browser ends before it listens
 */
export async function startChromium({
  hasSystemFonts = true,
}: ChromiumOptions = {}): Promise<ChromiumServer> {
  const { binary, fonts, env } = await installed()
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-chromium-'))
  const fontsFile = join(folder, 'fonts.conf')
  writeFileSync(fontsFile, fontsConfig(hasSystemFonts ? [...fonts, SYSTEM_FONTS] : fonts))
  const child = spawnWatched({
    folder,
    prepare: 'true',
    command: [
      binary,
      '--headless',
      '--no-sandbox', // the pages are ours, and root gets no sandbox
      '--disable-dev-shm-usage', // it is small in containers
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${join(folder, 'profile')}`,
    ],
    env: { ...env, FONTCONFIG_FILE: fontsFile },
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const [, listening] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (listening !== undefined) resolve(listening)
    })
    void child.exited.then(() => reject(new Error(`Chromium did not start: ${said}`)))
  })
  return { url, folder, stop: child.stop }
}

/** Whether the machine has a Chinese font. npm has none. */
export const hasChineseFont = (): boolean => existsSync(join(SYSTEM_FONTS, 'truetype/wqy/wqy-microhei.ttc'))

async function installed(): Promise<Installed> {
  const arabic = join(dirname(require.resolve(ARABIC_FONT)), '400Regular')
  const given = process.env.CHROMIUM_PATH
  if (given) return { binary: given, fonts: [arabic], env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('npm has no browser for this platform: set CHROMIUM_PATH')
  }
  const unpacked = await unpack()
  return {
    binary: join(unpacked, 'chromium'),
    fonts: [join(unpacked, 'fonts'), arabic],
    env: { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib') },
  }
}

/** The package's browser with its libraries and fonts, unpacked once and kept. */
async function unpack(): Promise<string> {
  const entry = require.resolve(CHROMIUM)
  const manifest = readFileSync(join(dirname(entry), '../../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string } // of the package
  const kept = join(cache, `chromium-${version}`)
  if (existsSync(kept)) return kept
  mkdirSync(cache, { recursive: true })
  // Moved when complete, because two runs may unpack at once and one may be interrupted.
  const folder = mkdtempSync(join(cache, 'unpacked-'))
  const script =
    'const { default: chromium } = await import(process.argv[1]); await chromium.executablePath()'
  await mustRun(process.execPath, ['--input-type=module', '-e', script, pathToFileURL(entry).href], {
    // The package unpacks into the temporary folder, and its libraries only on Lambda.
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  })
  try {
    renameSync(folder, kept)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

const fontsConfig = (folders: readonly string[]): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${folder}</dir>`).join('\n')}
<cachedir>${join(cache, 'fontconfig')}</cachedir>
</fontconfig>
`
