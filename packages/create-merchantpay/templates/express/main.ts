import { createApp } from './app.js'

const { PORT = '3000' } = process.env

createApp().listen(Number(PORT), '127.0.0.1', (error?: NodeJS.ErrnoException) => {
  if (!error) return console.log(`listening on http://127.0.0.1:${PORT}`)
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
