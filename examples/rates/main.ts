import { createApp } from './app.js'

const {
  PORT = '3001',
  REFERENCE_RATES = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  TICKER = 'https://api.kraken.com/0/public/Ticker?pair=USDTUSD',
} = process.env

const server = createApp({ sources: { referenceRates: REFERENCE_RATES, ticker: TICKER } })
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`rates at http://127.0.0.1:${PORT}/`)
})
