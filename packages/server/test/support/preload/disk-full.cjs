// Loaded by `node --require`: SIGUSR2 takes the SQLite driver's last free page away, and the next one gives them back.
const Database = require('better-sqlite3')

const opened = new Set()
const { defaultSafeIntegers } = Database.prototype
Database.prototype.defaultSafeIntegers = function (...args) {
  opened.add(this)
  return defaultSafeIntegers.apply(this, args)
}

let isFull = false
process.on('SIGUSR2', () => {
  isFull = !isFull
  for (const db of opened) {
    if (!db.open) continue
    const pages = db.pragma('page_count', { simple: true })
    db.pragma(`max_page_count = ${isFull ? pages : 1_000_000}`)
  }
  console.log(isFull ? 'the disk is full' : 'the disk has room')
})
