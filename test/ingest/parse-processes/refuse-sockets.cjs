// Loaded with --require, which threads take over too: whoever tries to reach the network fails.
const dns = require('node:dns');
const net = require('node:net');

function refuse() {
  throw new Error('the network was used');
}

net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
globalThis.fetch = refuse;
