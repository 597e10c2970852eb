import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { Names } from './issue-certificate.ts'

const DNS_NAME = /^(?=.{1,230}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i

/** Returns the names and addresses of this machine, as far as a listen address makes them reachable. */
export function ownHosts(host: string): Names {
  const dns = new Set(['localhost'])
  const ips = new Set(['127.0.0.1', '::1'])
  const everywhere = host === '0.0.0.0' || host === '::'
  const hosts = everywhere ? [hostname(), ...ownAddresses()] : [host]
  for (const entry of hosts) {
    if (isIP(entry)) ips.add(entry)
    else if (DNS_NAME.test(entry)) dns.add(entry.toLowerCase())
  }
  return { dns: [...dns], ips: [...ips] }
}

/**
 * Returns the names of a local certificate. Each activity has its own host under `activities` [VER-19], which is a
 * level that `*.localhost` does not cover. That one is for browsers: other clients trust no wildcard right under a
 * top-level name.
 */
export function namesOfCertificate(host: string, activitiesDomain: string | undefined): Names {
  const { dns, ips } = ownHosts(host)
  const domain = activitiesDomain?.replace(/:\d+$/, '').toLowerCase()
  const names = [
    ...dns.flatMap((name) => [name, `*.${name}`, `*.activities.${name}`]),
    ...(domain && DNS_NAME.test(domain) ? [domain, `*.${domain}`] : []),
  ]
  return { dns: [...new Set(names)], ips }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    // Link-local addresses carry a scope that no certificate can name.
    (entries ?? []).filter((entry) => !entry.address.startsWith('fe80')).map((entry) => entry.address),
  )
}
