import type { Changes } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { loadGuildView, loadSharedGuildView } from '../access/load-guild-view.ts'
import type { Bus } from '../kernel/bus.ts'
import type { Clock } from '../kernel/clock.ts'
import { consequencesOf } from '../kernel/consequences.ts'
import type { Event } from '../kernel/event.ts'
import type { FileStore } from '../kernel/files.ts'
import { GuildViews } from '../kernel/guild-views.ts'
import type { Hosting } from '../kernel/hosting.ts'
import { IDS_NODES, snowflakeSource } from '../kernel/ids.ts'
import { runJobs } from '../kernel/jobs.ts'
import { LateParts } from '../kernel/late-parts.ts'
import { type Lease, nodeOf } from '../kernel/lease.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { NodeQuestions } from '../kernel/node-questions.ts'
import { StampedCache } from '../kernel/stamped-cache.ts'
import { newestId } from '../kernel/store/newest-id.ts'
import type { Store } from '../kernel/store/store.ts'
import { tracedUnits } from '../kernel/traced.ts'
import { type Units, unitsOfWork } from '../kernel/units.ts'
import { migrations } from '../migrations/index.ts'
import { HarvestMaker } from '../resources/administration/harvests/index.ts'
import { listMembersById } from '../resources/guild/members/index.ts'
import { messageCreate } from '../resources/messaging/messages/index.ts'
import { consequences } from './consequences.ts'
import { jobsOf } from './jobs.ts'
import { openBus } from './open-bus.ts'
import { storeEvent } from './stored-events.ts'

/** Memory of rendered messages. */
const RENDERED_BYTES_MAX = 32 * 1024 * 1024

interface KernelParts {
  store: Store
  lease: Lease | null
  files: FileStore
  clock: Clock
  changes: Changes
  hosting: Hosting
  log: Logger
  metrics: Metrics
  observeEvents: ((event: Event) => void) | undefined
  /** Addresses of NATS between nodes; empty for none. */
  busUrls: readonly string[]
}

/** Units of work on the present rows of a store, and what they need. All of it ends with the world. */
export type Kernel = Awaited<ReturnType<typeof openKernel>>

/** Returns the questions of this node and the other ones. */
function questionsOf({
  log,
  ...parts
}: Pick<KernelParts, 'log'> & Omit<ConstructorParameters<typeof NodeQuestions>[0], 'failed'>): NodeQuestions {
  const failed = (err: unknown) => log.error({ err }, 'a question of another node was not answered')
  return new NodeQuestions({ ...parts, failed })
}

/** Returns views that the bus keeps up to date. */
function viewsOf(store: Store, bus: Bus): GuildViews {
  const views = new GuildViews(
    store,
    bus.shared === null ? loadGuildView : loadSharedGuildView,
    listMembersById,
    bus.shared,
  )
  bus.listenToCommits((event) => views.apply(event))
  bus.shared?.listenToDoubts((topic) => views.doubt(topic))
  // Events without a version have no commit.
  bus.listen((event) => {
    if (event.version === 0) views.apply(event)
  })
  return views
}

/**
 * Opens what needs no transport.
 * @param world number of the world since the start. It is part of ids: client libraries drop a message whose id they
 * have seen, so that no two worlds of a process may give the same one.
 */
export async function openKernel(
  { store, lease, files, clock, changes, hosting, log, metrics, busUrls, observeEvents }: KernelParts,
  world: number,
) {
  const { bus, messages } = await openBus(nodeOf(lease), { store, log, metrics, busUrls })
  const views = viewsOf(store, bus)
  bus.listen(({ type }) => {
    if (type === messageCreate) metrics.messages += 1
  })
  if (observeEvents) bus.listen(observeEvents)
  // Only the embedded store, which has no lease, is given another world.
  const ids = snowflakeSource(lease?.workerId ?? world % IDS_NODES)
  ids.raiseAbove(await newestId(store, migrations))
  let over = false
  const erase = () => void store.erase().catch((err) => log.error({ err }, 'traces of deleted rows were not erased'))
  const harvests = new HarvestMaker({ units: () => units, files, log, node: nodeOf(lease) })
  const jobs = runJobs({
    clock,
    metrics,
    shared: lease !== null && !lease.isAlone,
    listed: jobsOf({ files, erase, harvests }),
    failed(kind, err) {
      if (!over) log.error({ err, kind }, 'job failed')
    },
  })
  const lateParts = new LateParts()
  const plain = unitsOfWork({
    store,
    lease,
    ids,
    clock,
    changes,
    views,
    bus,
    lateParts,
    hosting,
    consequences: consequencesOf(consequences),
    traces: metrics.traces,
    rendered: new StampedCache(store.changes, RENDERED_BYTES_MAX),
    ...{ storeEvent, jobStored: jobs.stored },
    isOver: () => over,
  })
  const units: Units = metrics.traces === null ? plain : tracedUnits(plain, metrics.traces)
  return {
    bus,
    harvests,
    ids,
    jobs,
    lateParts,
    messages,
    questions: messages && lease && questionsOf({ lease, messages, bus, units, log }),
    units,
    views,
    isOver: () => over,
    /** Ends the world: units of work that begin from now on fail. */
    end() {
      over = true
    },
  }
}
