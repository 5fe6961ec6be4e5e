#!/usr/bin/env node
// npm links a command only to a file that exists at installation; in a checkout the build comes later. The program is loaded
// after the check of the version, since an older Node stops at its imports.
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli.js', import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `merchantpay-server needs Node 20.19 or later, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org`,
  )
  process.exitCode = 78 // EX_CONFIG of sysexits.h
} else if (existsSync(built)) await import(built.href)
else {
  console.error('merchantpay-server is not built: run "npm run build" in the checkout first')
  process.exitCode = 69 // EX_UNAVAILABLE of sysexits.h
}
