import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** Resolves names with the system. Names under `localhost` are this machine, also on systems that do not know them. */
export function localLookup(): LookupFunction {
  return (hostname, options, callback) => {
    const name = /(?:^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname
    lookup(name, options, callback)
  }
}
