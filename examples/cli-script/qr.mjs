// Prints a QR code that a phone reads from a dark terminal as well as from a light one.
import { renderUnicodeCompact } from 'uqr'

console.log(renderUnicodeCompact(process.argv[2] ?? '', { border: 2 }))
