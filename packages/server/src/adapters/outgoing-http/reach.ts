import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Addresses that requests may reach: `anywhere` includes this machine and its network; `public` refuses both. */
export type Reach = 'anywhere' | 'public'

/**
 * Returns whether requests may go to the host of an address. Names are checked when they are resolved; an address in
 * the URL is not resolved, so it is checked here.
 */
export function mayReach({ hostname }: URL, reach: Reach): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return reach === 'anywhere' || isIP(host) === 0 || isPublicAddress(host)
}
