import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/** Whence a request comes, as limits by address count it. */
export interface ClientAddresses {
  /** The address of the client: of the connection, or of `X-Forwarded-For` where a trusted proxy sent it. */
  of(request: IncomingMessage): string
  /** Whether connections from an address are those of a trusted proxy, and so of many clients. */
  isProxy(remote: string): boolean
}

/** Words that `--trust-proxy` takes beside addresses and networks. */
const NETWORK_NAMES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** @param trusted IP addresses, networks (`10.0.0.0/8`) and names of networks (`loopback`) */
export function clientAddresses(trusted: readonly string[]): ClientAddresses {
  const trusts = trusted.length === 0 ? null : proxyAddress.compile([...trusted])
  return {
    of(request) {
      const address = trusts ? proxyAddress(request, trusts) : request.socket.remoteAddress
      return addressKey(address ?? '')
    },
    isProxy: (remote) => trusts !== null && isIP(remote) !== 0 && trusts(remote, 0),
  }
}

/** The first entry that is no address, network or name of a network; undefined where all are good. */
export function faultyProxy(entries: readonly string[]): string | undefined {
  return entries.find((entry) => {
    if (NETWORK_NAMES.includes(entry)) return false
    try {
      proxyAddress.compile([entry])
      return false
    } catch {
      return true
    }
  })
}

/**
 * The key of limits by address. IPv4 in IPv6 is written as IPv4. An IPv6 address counts by its first 64 bits, since one
 * client has all the others.
 */
export function addressKey(address: string): string {
  // Each request passes here, and IPv4 needs neither of the checks below.
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const front = groups(head)
  const back = groups(tail)
  const filled = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
