// Loaded by Node before a program of `guildhall run`: connections to the public platform's hosts go to the front.
// Plain JavaScript for old versions of Node. TLS still checks the certificate for the name that the program asked for,
// because only the address of the connection is replaced.
'use strict'
const { Socket } = require('net')

const HTTPS_PORT = 443
const front = Number(process.env.GUILDHALL_FRONT_PORT)
const domains = (process.env.GUILDHALL_HOSTS || '').split(' ').filter(Boolean)
// Some libraries take the host of the gateway's address, and leave out its port.
const portless = process.env.GUILDHALL_PORTLESS_HOST
const { connect } = Socket.prototype

function isPublic(host) {
  if (typeof host !== 'string') return false
  const name = host.toLowerCase().replace(/[.]$/, '')
  return name === portless || domains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

function redirected(options) {
  if (!options || options.path || Number(options.port) !== HTTPS_PORT || !isPublic(options.host)) return options
  return Object.assign({}, options, { host: '127.0.0.1', port: front })
}

if (front > 0 && domains.length > 0) {
  Socket.prototype.connect = function (...args) {
    const [first, second, ...rest] = args
    // `net.connect` and `tls.connect` pass an array that a symbol marks; Object.assign copies the symbol too.
    if (Array.isArray(first)) return connect.call(this, Object.assign([], first, [redirected(first[0])]), second, ...rest)
    if (typeof first === 'object') return connect.call(this, redirected(first), ...args.slice(1))
    if (Number(first) === HTTPS_PORT && isPublic(second)) return connect.call(this, front, '127.0.0.1', ...rest)
    return connect.apply(this, args)
  }
}
