/** The files of deploy/, Dockerfile and compose.yaml agree with the repository and with each other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../packages/server/src/config/config.js'
import { root } from '../../lib/run.js'
import { backupImage, baseImages, copied, image, runs } from './dockerfile.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifestOf = (folder: string) =>
  JSON.parse(read(`${folder}/package.json`)) as {
    packageManager?: string
    files?: string[]
    dependencies?: Record<string, string>
    exports?: Record<string, unknown>
  }

interface Service {
  readonly image: string
  readonly build?: string | { readonly target: string; readonly args: Record<string, string> }
  readonly user?: string
  readonly logging?: unknown
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly profiles?: readonly string[]
  readonly environment?: Record<string, string>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: readonly string[] | Record<string, unknown>
}
interface Compose {
  readonly services: Record<string, Service>
  readonly volumes: Record<string, unknown>
  readonly secrets: Record<string, { file: string }>
}
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const ownContainers = services.filter(([, { image: name }]) => name.startsWith('merchantpay/'))

describe('the Dockerfile', () => {
  it('builds and runs on one version of Node, which `npm run test:nodes` tests', () => {
    const [build = '', , server] = baseImages
    const [, version = ''] = /^node:(\d+\.\d+\.\d+)-bookworm$/.exec(build) ?? []
    expect(server).toBe(`${build}-slim`)
    expect(read('tools/checks/other-nodes.ts')).toContain(`version: '${version}'`)
  })

  it('installs with the npm of the repository', () => {
    const { packageManager = '' } = manifestOf('.')
    expect(runs).toContain(`npm install --global ${packageManager}`)
  })

  it('copies the published files of the server and of each of its workspaces', () => {
    const folders: Record<string, string> = {
      '@merchantpay/openapi': 'openapi',
      '@merchantpay/sdk': 'packages/sdk',
      '@merchantpay/webhook-verify': 'packages/webhook-verify',
    }
    const needed = Object.keys(manifestOf('packages/server').dependencies ?? {}).filter((name) =>
      name.startsWith('@merchantpay/'),
    )
    const code = needed.flatMap((name) => {
      const folder = folders[name] ?? name
      const exported = Object.keys(manifestOf(folder).exports ?? {}).map((path) => path.split('/')[1] ?? '')
      return name === '@merchantpay/openapi'
        ? exported.map((path) => `${folder}/${path}`)
        : [`${folder}/dist`]
    })
    const server = (manifestOf('packages/server').files ?? []).map((name) => `packages/server/${name}`)
    expect(copied).toEqual(expect.arrayContaining([...code, ...server, 'node_modules']))
    expect(copied.filter((path) => !path.includes('dist') && !existsSync(join(root, path)))).toEqual([])
  })

  it('has one volume and a user without privileges, and asks its own binary for its health', () => {
    expect(image).toMatchObject({
      user: ['10001:10001'],
      volumes: ['/data'],
      entrypoint: ['merchantpay-server'],
      command: ['serve'],
      healthcheck: ['CMD ["merchantpay-server", "probe"]'],
    })
  })

  it('makes backups with the pg_dump of a PostgreSQL image, on the Debian that its modules are built for', () => {
    const [, backup] = baseImages
    expect(backup).toMatch(/^postgres:\d+-bookworm$/)
    expect(backupImage).toMatchObject({
      user: image.user,
      volumes: ['/backups'],
      workdir: image.workdir,
      copies: ['/usr/local/bin/node /usr/local/bin/node', ...image.copies],
      entrypoint: image.entrypoint,
      command: ['backup', '--to', '/backups', '--keep', '14'],
    })
  })

  it('lets the user of both images write to the folder of backups', () => {
    const [uid, gid] = image.user.join('').split(':')
    const made = runs.filter((run) => run.startsWith(`install -d -o ${uid} -g ${gid} -m 0700 `))
    expect(made.map((run) => run.includes('/backups'))).toEqual([true, true])
  })
})

describe('compose.yaml', () => {
  it('runs servers and backups without privileges, and lets them write to volumes or nowhere', () => {
    const names = ['server', 'server-1', 'server-2', 'backup']
    expect(ownContainers.map(([name]) => name)).toEqual(names)
    for (const [, container] of ownContainers) {
      expect(container).toMatchObject({
        user: image.user[0],
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
    expect(compose.services.server?.volumes).toEqual(['data:/data', 'backups:/backups'])
    expect(compose.services['server-1']?.volumes).toBeUndefined()
    expect(compose.services.backup?.volumes).toEqual(['backups:/backups'])
  })

  it('backs PostgreSQL up with the programs of its server', () => {
    const { postgres, backup } = compose.services
    expect(backup?.build).toMatchObject({ target: 'backup', args: { POSTGRES_IMAGE: postgres?.image } })
    expect(baseImages).toContain(postgres?.image)
    expect(backup?.profiles).toEqual(postgres?.profiles)
  })

  it.each(ownContainers)(
    '%s has settings that the server accepts',
    (_, { environment = {}, secrets = [] }) => {
      const values: Record<string, string> = {
        master_key: Buffer.alloc(32, 1).toString('base64'),
        registration_token: 'token',
        database_url: 'postgres://merchantpay:secret@postgres/merchantpay',
      }
      const settings = Object.entries({ ...image.env, ...environment }).map(([name, value]) => {
        const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? []
        if (secret === undefined) return [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]
        expect(secrets).toContain(secret)
        return [name.replace(/_FILE$/, ''), values[secret]]
      })
      const config = readConfig(Object.fromEntries(settings))
      expect(config.metricsPort).toBe(9_464)
      expect(config.database.engine).toBe(
        'MERCHANTPAY_DATABASE_URL_FILE' in environment ? 'postgres' : 'sqlite',
      )
    },
  )

  it('has every file, volume, secret and service that a service names', () => {
    const secrets = services.flatMap(([, service]) => service.secrets ?? [])
    expect(Object.keys(compose.secrets).sort()).toEqual([...new Set(secrets)].sort())
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((one) => one.split(':')[0] ?? ''))
    for (const source of sources)
      expect([
        source,
        source.startsWith('./') ? existsSync(join(root, source)) : source in compose.volumes,
      ]).toEqual([source, true])
    for (const [, { depends_on = [] }] of services)
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(compose.services).toHaveProperty([name])
  })

  it('bounds the log of every container', () => {
    for (const [name, { logging }] of services)
      expect([name, logging]).toEqual([
        name,
        { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      ])
  })

  it('pins every image, and opens ports on loopback only', () => {
    for (const [name, service] of services) {
      if (!ownContainers.some(([own]) => own === name))
        expect(service.image).toMatch(/:v?\d+(\.\d+)*(-[a-z]+)?$/)
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })

  it('has the servers that nginx names', () => {
    const named = [...read('deploy/nginx/compose.servers').matchAll(/^server ([\w-]+):8080 /gm)]
    expect(named.map(([, name]) => name)).toEqual(['server-1', 'server-2'])
  })

  it('keeps its secrets out of the repository and of the image', () => {
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toMatch(/^\/?secrets\/?$/m)
  })
})

describe('the systemd units', () => {
  const unit = (name: string) => read(`deploy/systemd/${name}`)
  /** The lines of a unit from a heading on, to the end of the section. */
  const hardening = (text: string) => /^# Hardening[\s\S]*?(?=\n\n\[|\n*$(?![\s\S]))/m.exec(text)?.[0].trim()
  const environment = (text: string) =>
    text.split('\n').filter((line) => /^(Environment|EnvironmentFile|LoadCredential|User|Group)=/.test(line))

  it('run the backup as the server runs', () => {
    const [server, backup] = ['merchantpay.service', 'merchantpay-backup.service'].map(unit) as [
      string,
      string,
    ]
    expect(hardening(server)).toContain('ProtectSystem=strict')
    expect(hardening(backup)).toBe(hardening(server))
    expect(environment(backup)).toEqual(environment(server))
  })

  it('are all there', () => {
    expect(readdirSync(join(root, 'deploy/systemd')).sort()).toEqual([
      'merchantpay-backup.service',
      'merchantpay-backup.timer',
      'merchantpay-command',
      'merchantpay.service',
    ])
  })
})

describe('the configurations of proxies', () => {
  it('let idle connections close before the server closes them, and requests last longer than it lets them', () => {
    const { keepAliveSeconds } = readConfig({})
    const nginx = read('deploy/nginx/upstream.conf') + read('deploy/nginx/merchantpay.conf')
    const caddy = read('deploy/Caddyfile')
    const seconds = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, value]) => Number(value))
    const idle = [
      ...seconds(nginx, /^ *keepalive_timeout (\d+)s/gm),
      ...seconds(caddy, /^\s*keepalive (\d+)s/gm),
    ]
    expect(idle).toHaveLength(2)
    for (const value of idle) expect(value).toBeLessThan(keepAliveSeconds)
    const waits = [...seconds(nginx, /proxy_read_timeout (\d+)s/g), ...seconds(caddy, /read_timeout (\d+)s/g)]
    expect(waits).toHaveLength(3)
    for (const value of waits) expect(value).toBeGreaterThan(15)
  })
})
