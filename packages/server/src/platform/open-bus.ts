import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { openClusterBus } from '../adapters/cluster-bus/cluster-bus.ts'
import { sealedCodec } from '../adapters/cluster-bus/event-text.ts'
import { SealedMessages } from '../adapters/cluster-bus/sealed-messages.ts'
import { signedChannel } from '../adapters/cluster-bus/signed-channel.ts'
import { memoryBus } from '../adapters/memory-bus/memory-bus.ts'
import type { Bus } from '../kernel/bus.ts'
import type { NodeLife } from '../kernel/lease.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { NodeMessages } from '../kernel/node-messages.ts'
import type { Store } from '../kernel/store/store.ts'
import { eventTypes } from './event-types.ts'
import { findMeta, insertMeta } from './meta-store.ts'

/** Key of `meta` with the id that all nodes of the database share. */
const CLUSTER_ID = 'cluster-id'

interface BusParts {
  store: Store
  log: Logger
  metrics: Metrics
  /** Addresses of NATS; empty for nodes that tell each other of events by the log alone. */
  busUrls: readonly string[]
}

/** The bus of a process, and the messages that travel on its channel; null for a process that is alone. */
interface OpenBus {
  readonly bus: Bus
  readonly messages: NodeMessages | null
}

/** Opens the bus of one of several nodes, or of a process that is alone. */
export async function openBus(life: NodeLife | null, { store, log, metrics, busUrls }: BusParts): Promise<OpenBus> {
  if (life === null) return { bus: memoryBus(), messages: null }
  const warn = (details: object, message: string) => log.warn(details, message)
  const clusterId = await clusterIdOf(store)
  const secrets = await store.read(async (session) => session.secrets)
  const node = `${life.name} ${life.epoch}`
  const signing = { secrets, sender: node, warn }
  const messages = new SealedMessages(signing)
  const bus = await openClusterBus({
    ...{ store, node, warn },
    received: (sentAt, events) => observeDelay(metrics, sentAt, events),
    codec: sealedCodec(eventTypes, secrets),
    open:
      busUrls.length === 0
        ? null
        : signedChannel(messages.over(await natsOf({ servers: busUrls, clusterId, name: life.name, warn })), signing),
  })
  messages.onSend(bus.sendEvents)
  return { bus, messages }
}

/** Measures the delay of events of another node, once this turn has sent them to the sockets. */
function observeDelay({ nodes }: Metrics, sentAt: number, events: number): void {
  setImmediate(() => nodes.eventDelays.observe(Math.max(Date.now() - sentAt, 0), events))
}

/** Loads the client of NATS, which single processes do not need. */
async function natsOf(options: Parameters<typeof import('../adapters/cluster-bus/nats-channel.ts').natsChannel>[0]) {
  const { natsChannel } = await import('../adapters/cluster-bus/nats-channel.ts')
  return natsChannel(options)
}

/** Returns the id of the platform among those that use one NATS. It is made with the database. */
export async function clusterIdOf(store: Store): Promise<string> {
  const found = await store.read((session) => findMeta(session, CLUSTER_ID))
  if (found !== undefined) return found
  return store.transaction(async (session) => {
    await insertMeta(session, CLUSTER_ID, randomBytes(8).toString('hex'))
    return (await findMeta(session, CLUSTER_ID)) ?? ''
  })
}
