// Loaded by `node --require`: SIGUSR2 removes the free pages of every SQLite database, and the next SIGUSR2 restores
// them.
const Database = require('better-sqlite3')

const databases = new Set()
const { defaultSafeIntegers } = Database.prototype
Database.prototype.defaultSafeIntegers = function (...args) {
  databases.add(this)
  return defaultSafeIntegers.apply(this, args)
}

let isFull = false
process.on('SIGUSR2', () => {
  isFull = !isFull
  for (const db of databases) {
    if (!db.open) continue
    const pages = db.pragma('page_count', { simple: true })
    db.pragma(`max_page_count = ${isFull ? pages : 1_000_000}`)
  }
  console.log(isFull ? 'the disk is full' : 'the disk has space')
})
