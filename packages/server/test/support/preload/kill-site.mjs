/**
 * Loaded by `node --import` into a built server: names every site where the server uses its database or the network,
 * and lets a test kill it there or make the database fail. The name of a site is `before`, `after` or `at the answer to`,
 * followed by a SQL text, a method and a path, `connecting` or `resolving`.
 *
 * FAULT_SITES=<file>        every site is added to the file when it is first passed, and `killed <site>` before a kill,
 *                           with `, once <site>` where passes counted only from that site on
 * FAULT_KILL_SITE=<site>    SIGKILL to itself at that site
 * FAULT_KILL_AT=<n>         … at the n-th pass of any site, or of FAULT_KILL_SITE
 * FAULT_KILL_AFTER=<site>   … counted only after this site was passed
 * FAULT_NAME_SERVER=<address:port>  resolves names instead of the system's name servers
 * FAULT_CONTROL=<port>      while it runs, POST {"fail": {"site", "code"}} makes the database fail at a site once with that code,
 *                           {"maxPages"} sets the largest size of the SQLite file, {"throwIn"} throws out of the
 *                           event loop: from a `timer`, or as an unhandled rejection of a `promise`, and
 *                           {"kill": {"site", "after"}} kills as the settings above do, from now on
 */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'

const require = createRequire(import.meta.url)
const Database = require('better-sqlite3')
const pg = require('pg')

const { FAULT_SITES: sitesFile, FAULT_CONTROL: port, FAULT_NAME_SERVER: nameServer } = process.env
const known = new Set(sitesFile && existsSync(sitesFile) ? readFileSync(sitesFile, 'utf8').split('\n') : [])
const databases = new Set()
let kill = killOf({
  site: process.env.FAULT_KILL_SITE,
  at: process.env.FAULT_KILL_AT,
  after: process.env.FAULT_KILL_AFTER,
})
let failure
/** Statements of the preload itself are no sites of the server. */
let isControlling = false

/** The kill to carry out; `at` 0 is none. */
function killOf({ site, at = site === undefined ? 0 : 1, after }) {
  return { site, at: Number(at), after, isCounting: after === undefined, passed: 0 }
}

function pass(site) {
  if (isControlling) return undefined
  if (sitesFile && !known.has(site)) {
    known.add(site)
    appendFileSync(sitesFile, `${site}\n`)
  }
  if (kill.isCounting && (kill.site === undefined || kill.site === site)) kill.passed += 1
  kill.isCounting ||= site === kill.after
  if (kill.passed === kill.at && kill.at > 0) {
    const once = kill.after === undefined ? '' : `, once ${kill.after}`
    if (sitesFile) appendFileSync(sitesFile, `killed ${site}${once}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
  if (failure?.site !== site) return undefined
  const { code } = failure
  failure = undefined
  return code
}

/** Shortens lists of values, so that statements of different lengths have one name. */
const nameOf = (sql) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\?|\$\d+)(, (\?|\$\d+))+/g, '?, …')
    .trim()

function throwSqlite(code) {
  if (code !== undefined) throw new Database.SqliteError(`injected ${code}`, code)
}

function aroundSqlite(text, work) {
  const name = nameOf(text)
  throwSqlite(pass(`before ${name}`))
  const result = work()
  throwSqlite(pass(`after ${name}`))
  return result
}

const { prepare, exec } = Database.prototype
Database.prototype.prepare = function (...args) {
  databases.add(this)
  return prepare.apply(this, args)
}
/**
 * Runs statements one by one, so that there are sites between them. No trigger of ours ends a line with a semicolon
 * before its END.
 */
Database.prototype.exec = function (script) {
  for (const text of script.split(/(?<=;)\n/)) {
    if (nameOf(text) !== '') aroundSqlite(text, () => exec.call(this, text))
  }
  return this
}

const memory = new Database(':memory:')
const Statement = Object.getPrototypeOf(memory.prepare('SELECT 1'))
memory.close()
databases.clear()
for (const method of ['run', 'get', 'all']) {
  const original = Statement[method]
  Statement[method] = function (...values) {
    return aroundSqlite(this.source, () => original.apply(this, values))
  }
}

function throwPostgres(code) {
  if (code !== undefined) throw Object.assign(new pg.DatabaseError(`injected ${code}`, 0, 'error'), { code })
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = async function (statement, ...rest) {
  const name = nameOf(typeof statement === 'string' ? statement : statement.text)
  throwPostgres(pass(`before ${name}`))
  const answer = await query.call(this, statement, ...rest)
  throwPostgres(pass(`after ${name}`))
  return answer
}

/** Replaces ids and removes the query, so that calls of one operation have one name. */
const pathOf = (path) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/\?.*$/, '')

const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  pass('before connecting')
  this.once('connect', () => pass('after connecting'))
  return connect.apply(this, args)
}

const { Resolver } = require('node:dns').promises
for (const method of ['resolve4', 'resolve6']) {
  const original = Resolver.prototype[method]
  Resolver.prototype[method] = async function (...args) {
    // Not while the other address family is being resolved: that would fail.
    if (nameServer !== undefined && this.getServers().join() !== nameServer) this.setServers([nameServer])
    pass('before resolving')
    const answer = await original.apply(this, args)
    pass('after resolving')
    return answer
  }
}

subscribe('http.client.request.start', ({ request }) => {
  pass(`before ${request.method} ${pathOf(request.path)}`)
})
subscribe('http.client.response.finish', ({ request }) => {
  pass(`after ${request.method} ${pathOf(request.path)}`)
})
subscribe('undici:request:create', ({ request }) => {
  pass(`before ${request.method} ${pathOf(request.path)}`)
})
subscribe('undici:request:headers', ({ request }) => {
  pass(`at the answer to ${request.method} ${pathOf(request.path)}`)
})
subscribe('undici:request:trailers', ({ request }) => {
  pass(`after ${request.method} ${pathOf(request.path)}`)
})

function control({ fail, maxPages, throwIn, kill: armed }) {
  if (fail !== undefined) failure = fail
  if (armed !== undefined) kill = killOf(armed)
  isControlling = true
  if (maxPages !== undefined)
    for (const db of databases) if (db.open) db.pragma(`max_page_count = ${maxPages}`)
  isControlling = false
  if (throwIn === 'timer')
    setTimeout(() => {
      throw new Error('injected')
    })
  if (throwIn === 'promise') void Promise.reject(new Error('injected'))
}

if (port !== undefined) {
  const controlServer = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      control(JSON.parse(body))
      response.end()
    })
  })
  controlServer.listen(Number(port), '127.0.0.1').unref()
}
