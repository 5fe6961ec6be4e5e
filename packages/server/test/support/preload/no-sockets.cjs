// Loaded by `node --require`: a process that opens a socket or looks a name up ends with an error that says so.
const refuse = (what) => () => {
  throw new Error(`offline: ${what} was called`)
}
const net = require('node:net')
net.Socket.prototype.connect = refuse('connect')
net.Server.prototype.listen = refuse('listen')
require('node:dns').lookup = refuse('lookup')
require('node:dns').promises.lookup = refuse('lookup')
require('node:dgram').createSocket = refuse('createSocket')
require('node:child_process').spawn = refuse('spawn')
