const { existsSync, rmSync } = require('node:fs')
const { completeCartWorkflow } = require('@medusajs/medusa/core-flows')

/** Kills the shop when the file `die` exists: after the payment is entered, and before the cart is placed. */
completeCartWorkflow.hooks.validate(async () => {
  if (!existsSync('die')) return
  rmSync('die')
  process.kill(process.pid, 'SIGKILL')
})
