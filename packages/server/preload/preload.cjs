// Loaded by Node before a program of `guildhall run`: connections to the public platform's hosts go to the front.
// Plain JavaScript for old versions of Node. TLS still checks the certificate for the name that the program asked for,
// because only the address of the connection is replaced.
'use strict'
const { lookup } = require('dns')
const http = require('http')
const https = require('https')
const { syncBuiltinESMExports } = require('module')
const { isIP, Socket } = require('net')

const HTTPS_PORT = 443
const front = Number(process.env.GUILDHALL_FRONT_PORT)
const domains = (process.env.GUILDHALL_HOSTS || '').split(' ').filter(Boolean)
// Some libraries take the host of the gateway's address, and leave out its port.
const portless = process.env.GUILDHALL_PORTLESS_HOST
// Names and addresses besides this machine's, where all others are refused; undefined where none is.
const reachable = process.env.GUILDHALL_OFFLINE && process.env.GUILDHALL_OFFLINE.split(' ')
// Address of the platform. The addresses of files in its responses begin with it.
const platform = process.env.GUILDHALL_URL
const { connect } = Socket.prototype

function isPublic(host) {
  if (typeof host !== 'string') return false
  const name = host.toLowerCase().replace(/[.]$/, '')
  return name === portless || domains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

function redirected(options) {
  if (!options || options.path) return options
  if (Number(options.port) === HTTPS_PORT && isPublic(options.host))
    return Object.assign({}, options, { host: '127.0.0.1', port: front })
  return reachable ? bounded(options) : options
}

function isReachable(address) {
  return /^(::ffff:)?127[.]|^(::1|::|0[.]0[.]0[.]0)$/.test(address) || reachable.includes(address)
}

// A name may lead to this machine, so addresses decide. For a refused address, a name that never resolves takes its place.
function bounded(options) {
  const host = options.host || 'localhost'
  if (isIP(host) && isReachable(host)) return options
  const resolve = options.lookup || lookup
  const guarded = (name, how, done) => {
    if (isIP(host)) return process.nextTick(done, refusal(host, options.port))
    resolve(name, how, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      if (error || addresses.every(isReachable)) done(error, found, family)
      else done(refusal(host, options.port))
    })
  }
  return Object.assign({}, options, { host: isIP(host) ? 'refused.invalid' : host, lookup: guarded })
}

function refusal(host, port) {
  const error = new Error(`connect ENETUNREACH ${host}:${port} (guildhall run --offline)`)
  return Object.assign(error, { code: 'ENETUNREACH', syscall: 'connect', address: host, port })
}

if (front > 0 && domains.length > 0) {
  Socket.prototype.connect = function (...args) {
    const [first, second, ...rest] = args
    // `net.connect` and `tls.connect` pass an array that a symbol marks; Object.assign copies the symbol too.
    if (Array.isArray(first)) return connect.call(this, Object.assign([], first, [redirected(first[0])]), second, ...rest)
    if (typeof first === 'object') return connect.call(this, redirected(first), ...args.slice(1))
    if (typeof second !== 'string' || !isPort(first)) return connect.apply(this, args)
    return connect.call(this, redirected({ port: first, host: second }), ...rest)
  }
}

// Bots download attachments by `https` alone, since addresses of the public platform's files always begin with https.
if (platform && new URL(platform).protocol === 'http:') {
  for (const name of ['request', 'get']) {
    const secure = https[name]
    https[name] = (...args) => (isOfPlatform(args[0]) ? http[name](...args.map(withoutAgent)) : secure(...args))
  }
  if (syncBuiltinESMExports) syncBuiltinESMExports()
}

function isOfPlatform(target) {
  const { protocol, hostname, host, port } = typeof target === 'string' ? parsed(target) : target || {}
  if (protocol !== 'http:') return false
  const own = new URL(platform)
  return (hostname || host) === own.hostname && String(port || '') === own.port
}

function parsed(address) {
  try {
    return new URL(address)
  } catch (_) {
    return {} // `https` reports it.
  }
}

// An agent of `https` refuses plain requests.
function withoutAgent(options) {
  return isOptions(options) && options.agent ? Object.assign({}, options, { agent: undefined }) : options
}

function isOptions(value) {
  return typeof value === 'object' && value !== null && !(value instanceof URL)
}

function isPort(value) {
  return Number(value) >= 0
}
