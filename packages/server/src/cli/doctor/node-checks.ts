/** Checks of the nodes of a cluster. */
import type { LiveNode } from '../../kernel/lease.ts'
import { type Finding, finding } from './finding.ts'

/** A lease is renewed every 2 s, and ends after 10 s. */
const LATE_S = 5

/** Returns a finding for each live node: its version, its address and the age of its lease. */
export function nodeFindings(nodes: readonly Pick<LiveNode, 'name' | 'url' | 'version' | 'leaseAgeS'>[]): Finding[] {
  return nodes.map(({ name, url, version, leaseAgeS }) => {
    const place = url === null ? '' : ` at ${url}`
    const text = `${name}: version ${version ?? 'unknown'}${place}, lease renewed ${leaseAgeS.toFixed(1)} s ago`
    if (leaseAgeS < LATE_S) return finding('node', 'ok', text)
    return finding('node', 'warn', text, 'It renews its lease every 2 s: it hangs, or does not reach the database.')
  })
}
