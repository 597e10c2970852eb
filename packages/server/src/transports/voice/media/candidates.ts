import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { UdpAddress } from './addresses.ts'

const ANY_ADDRESSES = new Set(['0.0.0.0', '::'])

/**
 * Returns the addresses at which browsers reach a socket: its own, or each address of this machine that is not
 * internal, and loopback only if there is no other.
 */
export function candidatesOf({ address, port }: { address: string; port: number }): UdpAddress[] {
  if (!ANY_ADDRESSES.has(address)) return [{ ip: address, port }]
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ips = all
    .filter(({ internal, address: ip }) => !internal && (isIPv6(address) || !isIPv6(ip)) && !ip.startsWith('fe80:'))
    .map(({ address: ip }) => ip)
  return (ips.length > 0 ? ips : ['127.0.0.1']).map((ip) => ({ ip, port }))
}
