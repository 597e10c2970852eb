import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RawGateway, type StartOptions, type WorldFile } from '@guildhall/testing'
import postgres from 'postgres'
import { secretKey, startNode } from './cluster-node.ts'
import { clusterStore } from './cluster-store.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { startNats } from './nats-server.ts'
import { spawnPlatform } from './platform.ts'

interface Closable {
  close(): Promise<void>
}

/**
 * Starts an empty database for nodes of one test, and NATS unless they have the log alone. It closes what the test
 * opens.
 */
export async function openClusterLab({ hasBus = true } = {}) {
  const nats = hasBus ? await startNats() : null
  const busUrls = nats ? [nats.url] : []
  const { databaseUrl, drop } = await clusterStore()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const running = new Set<Closable>()
  const sessions: RawGateway[] = []
  const ways: DatabaseProxy[] = []
  let folder: string | null = null
  const add = <N extends Closable>(node: N): N => {
    running.add(node)
    return node
  }
  const keep = (session: RawGateway): RawGateway => {
    sessions.push(session)
    return session
  }
  return {
    sql,
    databaseUrl,
    /** Opens a way to the database for one of the nodes. */
    async way(): Promise<DatabaseProxy> {
      const way = await startDatabaseProxy(databaseUrl)
      ways.push(way)
      return way
    },
    /** Options of a platform that is one of the nodes. */
    options: { databaseUrl, secretKey, busUrls, drainSeconds: 0.2 },
    async start<W extends WorldFile = Record<never, never>>(name: string, options: StartOptions<W> = {}) {
      return add(await startNode<W>(options.databaseUrl ?? databaseUrl, name, { busUrls, ...options }))
    },
    /** Starts a node as a process, which can be killed. It has TLS, as unmodified voice clients need it. */
    async spawn<W = unknown>(name: string, { world }: { world?: W } = {}) {
      folder ??= await mkdtemp(join(tmpdir(), 'guildhall-nodes-'))
      const args = ['--files-url', join(folder, 'files'), '--node-name', name]
      const env = { ...process.env, GUILDHALL_SECRET_KEY: secretKey.toString('hex') }
      const own = { args, env, data: join(folder, name), ...(world && { world }) }
      const node = await spawnPlatform<W>({ databaseUrl, ...(nats && { busUrl: nats.url }), rateLimits: 'off', ...own })
      running.add({ close: async () => void (await node.kill()) })
      return node
    },
    add,
    /** Ends a node before the end of the test. */
    stop(node: Closable): Promise<void> {
      running.delete(node)
      return node.close()
    },
    keep,
    /** Opens a session of a bot or a person. */
    async identify(node: { readonly gateway: string }, token: string, fields: Record<string, unknown> = {}) {
      return keep(await RawGateway.open(node.gateway, { token, ...fields }))
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions) await session.drop()
      for (const way of ways) way.slow(0)
      for (const node of running) await node.close()
      for (const way of ways) await way.close()
      await sql.end()
      await nats?.[Symbol.asyncDispose]()
      if (folder !== null) await rm(folder, { recursive: true, force: true })
      await drop()
    },
  }
}

export type ClusterLab = Awaited<ReturnType<typeof openClusterLab>>
