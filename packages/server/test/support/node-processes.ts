import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpawnedPlatform } from '@guildhall/testing'
import postgres from 'postgres'
import { type Balancer, startBalancer } from './balancer.ts'
import { clusterStore } from './cluster-store.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { freePort } from './free-port.ts'
import { startNats } from './nats-server.ts'
import { spawnPlatform } from './platform.ts'

/** A node of a cluster, as a process. One that is started again has the same name and port. */
export interface NodeProcess {
  readonly name: string
  readonly url: string
  /** Its way to the database. */
  readonly way: DatabaseProxy
  process: SpawnedPlatform
  /** Starts it again after its end. */
  restart(): Promise<void>
  isReady(): Promise<boolean>
}

/** Nodes as processes behind a load balancer, with their database and NATS. */
export interface NodeProcesses {
  readonly nodes: readonly NodeProcess[]
  readonly sql: postgres.Sql
  readonly nats: Awaited<ReturnType<typeof startNats>>
  readonly balancer: Balancer
  /** Starts one more node. */
  add(name: string): Promise<NodeProcess>
  close(): Promise<void>
}

/** Starts nodes of these names on an empty database. */
export async function startNodeProcesses(
  names: readonly string[],
  { world, drainSeconds }: { world: object; drainSeconds: number },
): Promise<NodeProcesses> {
  const { databaseUrl, drop } = await clusterStore()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const files = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  const [nats, balancer] = await Promise.all([startNats(), startBalancer()])
  const env = { ...process.env, GUILDHALL_SECRET_KEY: randomBytes(32).toString('hex') }

  async function start(name: string): Promise<NodeProcess> {
    const [port, way] = await Promise.all([freePort(), startDatabaseProxy(databaseUrl)])
    const url = `http://127.0.0.1:${port}`
    const spawn = () =>
      spawnPlatform({
        ...{ databaseUrl: way.url, busUrl: nats.url, world, rateLimits: 'off', env, port: Number(port) },
        args: [
          ...['--files-url', files, '--node-name', name, '--data', ':memory:'],
          ...['--public-url', balancer.url, '--drain-time', String(drainSeconds)],
        ],
      })
    const node: NodeProcess = {
      ...{ name, url, way, process: await spawn() },
      async restart() {
        node.process = await spawn()
      },
      async isReady() {
        const response = await fetch(`${url}/readyz`).catch(() => null)
        return response?.status === 200
      },
    }
    await balancer.follow(url)
    return node
  }

  const nodes = await Promise.all(names.map(start))
  return {
    ...{ nodes, sql, nats, balancer },
    async add(name) {
      const node = await start(name)
      nodes.push(node)
      return node
    },
    async close() {
      for (const { process } of nodes) await process.kill()
      for (const { way } of nodes) await way.close()
      await balancer.close()
      await nats.kill()
      await sql.end()
      await rm(files, { recursive: true, force: true })
      await drop()
    },
  }
}
