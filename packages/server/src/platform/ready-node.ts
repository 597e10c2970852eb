import { type Lease, nodeOf } from '../kernel/lease.ts'
import type { Store } from '../kernel/store/store.ts'
import { isS3Url } from '../validation/s3-url.ts'
import { clusterIdOf } from './open-bus.ts'

/** A node among the others of its platform. */
export interface ReadyNode {
  readonly name: string
  /** Address at which clients reach it directly. */
  readonly url: string
  readonly cluster: {
    /** Made with the database. */
    readonly id: string
    /** Names of the nodes that live now. */
    readonly nodes: readonly string[]
    readonly files: 's3' | 'folder'
  }
}

interface NodeParts {
  readonly store: Store
  readonly lease: Lease | null
  readonly filesUrl: string | null
  readonly url: string
}

/**
 * Stores the address of this node for the others, and returns what is known of it and them at its start; null for a
 * process that is alone.
 */
export async function announceNode({ store, lease, filesUrl, url }: NodeParts): Promise<ReadyNode | null> {
  const node = nodeOf(lease)
  if (lease === null || node === null) return null
  await lease.announce(url)
  const nodes = (await lease.liveNodes()).map(({ name }) => name)
  const files = filesUrl !== null && isS3Url(filesUrl) ? 's3' : 'folder'
  return { name: node.name, url, cluster: { id: await clusterIdOf(store), nodes, files } }
}
