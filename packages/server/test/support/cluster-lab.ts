import { RawGateway, type StartOptions, type WorldFile } from '@guildhall/testing'
import postgres from 'postgres'
import { secretKey, startNode } from './cluster-node.ts'
import { clusterStore } from './cluster-store.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { startNats } from './nats-server.ts'

interface Closable {
  close(): Promise<void>
}

/** Starts NATS and an empty database for nodes of one test. It closes what the test opens. */
export async function openClusterLab() {
  const nats = await startNats()
  const { databaseUrl, drop } = await clusterStore()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const running = new Set<Closable>()
  const sessions: RawGateway[] = []
  const ways: DatabaseProxy[] = []
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
    options: { databaseUrl, secretKey, busUrls: [nats.url], drainSeconds: 0.2 },
    async start<W extends WorldFile = Record<never, never>>(name: string, options: StartOptions<W> = {}) {
      return add(await startNode<W>(options.databaseUrl ?? databaseUrl, name, { busUrls: [nats.url], ...options }))
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
      await nats[Symbol.asyncDispose]()
      await drop()
    },
  }
}

export type ClusterLab = Awaited<ReturnType<typeof openClusterLab>>
