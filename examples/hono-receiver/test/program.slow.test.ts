import { fileURLToPath } from 'node:url'
import { TSX_MAIN, testReceiverProgram } from '../../../test-support/examples/program.js'

testReceiverProgram(fileURLToPath(new URL('..', import.meta.url)), TSX_MAIN)
