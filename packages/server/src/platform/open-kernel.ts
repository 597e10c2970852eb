import type { Changes } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { loadGuildView } from '../access/load-guild-view.ts'
import { memoryBus } from '../adapters/memory-bus/memory-bus.ts'
import type { Clock } from '../kernel/clock.ts'
import { consequencesOf } from '../kernel/consequences.ts'
import type { FileStore } from '../kernel/files.ts'
import { GuildViews } from '../kernel/guild-views.ts'
import type { Hosting } from '../kernel/hosting.ts'
import { IDS_NODES, snowflakeSource } from '../kernel/ids.ts'
import { runJobs } from '../kernel/jobs.ts'
import { LateParts } from '../kernel/late-parts.ts'
import type { Lease } from '../kernel/lease.ts'
import type { Metrics } from '../kernel/metrics.ts'
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
}

/** Units of work on the present rows of a store, and what they need. All of it ends with the world. */
export type Kernel = Awaited<ReturnType<typeof openKernel>>

/**
 * Opens what needs no transport.
 * @param world number of the world since the start. It is part of ids: client libraries drop a message whose id they
 * have seen, so that no two worlds of a process may give the same one.
 */
export async function openKernel(
  { store, lease, files, clock, changes, hosting, log, metrics }: KernelParts,
  world: number,
) {
  const bus = memoryBus()
  const views = new GuildViews(store, loadGuildView, listMembersById)
  // Events with a version reached the views at the commit of their unit of work.
  bus.listen((event) => {
    if (event.type === messageCreate) metrics.messages += 1
    if (event.version === 0) views.apply(event)
  })
  // Only the embedded store, which has no lease, is given another world.
  const ids = snowflakeSource(lease?.workerId ?? world % IDS_NODES)
  ids.raiseAbove(await newestId(store, migrations))
  let over = false
  const erase = () => void store.erase().catch((err) => log.error({ err }, 'traces of deleted rows were not erased'))
  const harvests = new HarvestMaker({ units: () => units, files, log })
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
    jobStored: jobs.stored,
    isOver: () => over,
  })
  const units: Units = metrics.traces === null ? plain : tracedUnits(plain, metrics.traces)
  return {
    bus,
    harvests,
    ids,
    jobs,
    lateParts,
    units,
    isOver: () => over,
    /** Ends the world: units of work that begin from now on fail. */
    end() {
      over = true
    },
  }
}
