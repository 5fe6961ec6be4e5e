// Loaded by `node --require`: makes the SQLite driver look missing, without a binary, built for another Node, or too new.
const Module = require('node:module')

const load = Module._load
Module._load = function (request, ...rest) {
  const fault = process.env.FAULT_SQLITE
  if (request === 'better-sqlite3/package.json' && fault === 'too-new') return { version: '13.2.0' }
  if (request.startsWith('better-sqlite3') && fault === 'missing') {
    throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' })
  }
  if (request === 'better-sqlite3' && fault === 'wrong-abi') {
    throw Object.assign(new Error('NODE_MODULE_VERSION 127'), { code: 'ERR_DLOPEN_FAILED' })
  }
  if (request === 'better-sqlite3' && fault === 'no-binary')
    throw new Error('Could not locate the bindings file. Tried:\n → …')
  if (request === 'better-sqlite3' && fault === 'damaged') throw new Error('invalid ELF header\n    at …')
  return load.call(this, request, ...rest)
}
