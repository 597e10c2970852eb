import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Special-purpose ranges of IPv4: this host, private, shared, loopback, link-local,
 * tests, relays, multicast, reserved.
 */
const RESERVED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/**
 * Special ranges within 2000::/3, the only public part of IPv6: protocol assignments with Teredo, 6to4,
 * documentation.
 */
const RESERVED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const reservedV4 = new BlockList()
for (const [net, prefix] of RESERVED_V4) reservedV4.addSubnet(net, prefix, 'ipv4')
const reservedV6 = new BlockList()
for (const [net, prefix] of RESERVED_V6) reservedV6.addSubnet(net, prefix, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an address is on the public internet. IPv6 that carries an IPv4 address (mapped, NAT64) never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reservedV4.check(address, 'ipv4')
  // A zone names an interface of this machine.
  return family === 6 && !address.includes('%') && globalV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6')
}

/** Time limit of a name server; it must not outlast the request that waits for it. */
const LOOKUP_MS = 1_000
const LOOKUP_TRIES = 2

/**
 * Resolves names for connections, and returns public addresses only. The connection is made to the address that was
 * checked here, so a name that resolves differently the next time gains nothing. Uses DNS instead of the system's
 * lookup, because that one blocks a thread that file access needs, for as long as a slow name server likes.
 * @param servers name servers to ask instead of the system's
 */
export function publicLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: LOOKUP_TRIES })
  if (servers) resolver.setServers(servers)
  return (hostname, options, callback) => {
    addressesOf(resolver, hostname).then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => !options.family || options.family === family)
        const [first, ...rest] = wanted.filter(({ address }) => isPublicAddress(address))
        if (!first) return callback(new Error(`${hostname} has no public address`), '')
        if (options.all) return callback(null, [first, ...rest])
        return callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

/** @throws the name server's error when it knows no address of either family */
async function addressesOf(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  // Such names are this machine by definition; some name servers respond otherwise.
  if (/^(?:.*\.)?localhost\.?$/i.test(hostname)) return []
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  return [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ]
}
