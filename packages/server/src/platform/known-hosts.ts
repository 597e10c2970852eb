import type { Store } from '../kernel/store/store.ts'
import { findMeta, saveMeta } from './meta-store.ts'

/** Key of `meta` with the hosts under which the platform was reached, as a JSON array. */
const HOSTS = 'known-hosts'

/**
 * Returns every host, without ports, under which the platform is or was reached, and keeps the new ones. Stored
 * messages have addresses of attachments with the host of their time, which stay valid when the platform moves.
 */
export async function knownHosts(store: Store, urls: readonly string[]): Promise<ReadonlySet<string>> {
  const stored = await store.read((session) => findMeta(session, HOSTS))
  const former: string[] = stored === undefined ? [] : JSON.parse(stored)
  const hosts = new Set([...former, ...urls.map((url) => new URL(url).hostname)])
  if (hosts.size > former.length)
    await store.transaction((session) => saveMeta(session, HOSTS, JSON.stringify([...hosts])))
  return hosts
}
