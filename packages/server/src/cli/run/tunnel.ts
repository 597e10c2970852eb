import http from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** Opens a connection to `host:port` of a CONNECT request. Rejects when there is none. */
export type OpenTunnel = (host: string, port: number) => Promise<Duplex>

/**
 * Returns how hosts besides the public platform's are reached: directly, or through the proxy that the user's
 * environment names.
 */
export function tunnels(proxy: URL | null): OpenTunnel {
  return proxy === null ? directly : (host, port) => through(proxy, host, port)
}

function directly(host: string, port: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => resolve(socket.off('error', reject)))
    socket.once('error', reject)
  })
}

function through(proxy: URL, host: string, port: number): Promise<Duplex> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const headers = {
    Host: target,
    ...(proxy.username && { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
  }
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? https : http).request({
      ...{ host: proxy.hostname, port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80) },
      ...{ method: 'CONNECT', path: target, headers, agent: false },
    })
    request.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        return reject(new Error(`the proxy ${proxy.host} responds with ${response.statusCode}`))
      }
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.on('error', reject)
    request.end()
  })
}
