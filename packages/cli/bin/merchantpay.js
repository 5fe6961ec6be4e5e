#!/usr/bin/env node
// npm links a command only to a file that exists at installation; in a checkout the build comes later.
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  console.error('merchantpay is not built: run "npm run build" in the checkout first')
  process.exitCode = 69 // EX_UNAVAILABLE of sysexits.h
}
