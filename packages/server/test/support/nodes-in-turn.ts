import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as testing from '@guildhall/testing'
import { startInTurn } from './in-turn.ts'

type Clock = testing.TestPlatform['clock']

/** Addresses of the nodes of platforms of several, by the addresses of these platforms. */
const nodeUrls = new Map<string, readonly string[]>()

/**
 * Starts a platform of several nodes in this process, behind a proxy that sends each request and connection to the next
 * one. The clock of the returned platform moves and stops that of all nodes. Its other properties are those of the
 * first node.
 */
export async function startNodes<W extends testing.WorldFile = Record<never, never>>(
  count: number,
  { world, ...options }: testing.StartOptions<W>,
): Promise<testing.TestPlatform<W>> {
  const busUrl = process.env.GUILDHALL_TEST_BUS_URL
  if (!busUrl) throw new Error('several nodes need NATS, at GUILDHALL_TEST_BUS_URL')
  const proxy = await startInTurn()
  const files = await mkdtemp(join(tmpdir(), 'guildhall-nodes-'))
  const shared = {
    publicUrl: proxy.url,
    busUrls: [busUrl],
    filesUrl: files,
    secretKey: randomBytes(32),
    drainSeconds: 0.2,
    ...options,
  }
  type Node = Pick<testing.TestPlatform, 'close' | 'clock'>
  const nodes: Node[] = []
  const closeAll = async () => {
    nodeUrls.delete(proxy.url)
    for (const node of nodes.splice(0).reverse()) await node.close()
    await proxy.close()
    await rm(files, { recursive: true, force: true })
  }
  try {
    const first = await testing.startPlatform<W>({ ...shared, ...(world && { world }), node: 'n1' })
    nodes.push({ close: first.close.bind(first), clock: first.clock })
    const urls = [first.node?.url ?? '']
    for (let number = 2; number <= count; number += 1) {
      const node = await testing.startPlatform({ ...shared, node: `n${number}` })
      nodes.push(node)
      urls.push(node.node?.url ?? '')
    }
    proxy.follow(urls)
    leadClocks(
      first.clock,
      nodes.slice(1).map(({ clock }) => clock),
    )
    nodeUrls.set(proxy.url, urls)
    return Object.assign(first, { close: closeAll, [Symbol.asyncDispose]: closeAll })
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Makes the clock of the first node move, stop and resume those of the others. */
function leadClocks(first: Clock, others: readonly Clock[]): void {
  const [advance, freeze, resume] = [first.advance.bind(first), first.freeze.bind(first), first.resume.bind(first)]
  const leading = <A extends readonly unknown[]>(change: (...args: A) => void) => {
    return (...args: A) => {
      change(...args)
      for (const clock of others) clock.adopt(first.setting())
    }
  }
  Object.assign(first, { advance: leading(advance), freeze: leading(freeze), resume: leading(resume) })
}

/** Returns the hosts at which the voice server of a call may be: those of the nodes of a platform. */
export function voiceHostsOf({ url }: { readonly url: string }): string[] {
  return (nodeUrls.get(url) ?? [url]).map((node) => new URL(node).host)
}

/**
 * Waits until all nodes of a platform have processed earlier frames and lost connections: a request takes the same way
 * and comes after them.
 */
export async function settleNodes({ url }: { readonly url: string }): Promise<void> {
  for (const node of [url, ...(nodeUrls.get(url) ?? [])]) await testing.api(`${node}/api`).get('/gateway')
}
