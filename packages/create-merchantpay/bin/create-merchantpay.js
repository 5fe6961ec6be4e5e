#!/usr/bin/env node
// The program is loaded after the check, since an older Node stops at its imports.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `create-merchantpay needs Node 20.19 or later, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org`,
  )
  process.exitCode = 78 // EX_CONFIG of sysexits.h
} else await import('./create.js')
