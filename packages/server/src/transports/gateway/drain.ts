import { setTimeout as pause } from 'node:timers/promises'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import type { Client } from './client.ts'
import type { Gateway } from './gateway.ts'
import { findPlace } from './node-session-store.ts'

/** Pause between two groups of clients. */
const TICK_MS = 100
/** Clients of a group, at least: few clients need not wait. */
const GROUP_MIN = 5
/**
 * Time in which a load balancer notices that the node is not ready. Before that, clients would come back to it, and
 * requests come to it.
 */
const NOTICED_MS = 2_000

/**
 * Leads the clients of a node to the others: keeps their sessions in the store and tells them to reconnect, in groups
 * that are spread over the time. Clients that come meanwhile receive op 7 at once. While the store is away they stay,
 * as their sessions could not be kept.
 */
export async function drain(gateway: Gateway, clients: ReadonlySet<Client>, ms: number): Promise<void> {
  const { moves, sessions } = gateway
  if (moves === null) return
  gateway.leadsAway = true
  gateway.parts.metrics.nodes.isDraining = true
  const endsAt = performance.now() + ms
  await gateway.callServers.giveUp().catch(() => undefined)
  await pause(Math.min(NOTICED_MS, ms / 4))
  while (sessions.size > 0 && performance.now() < endsAt) {
    // A database that is silent takes longer to be noticed than the drain may last.
    const late = pause(endsAt - performance.now(), false, { ref: false })
    if (!(await Promise.race([reachesStore(gateway), late]))) {
      await pause(TICK_MS)
      continue
    }
    const ticks = Math.max(1, Math.floor((endsAt - performance.now()) / TICK_MS))
    const group = [...sessions.values()].slice(0, Math.max(GROUP_MIN, Math.ceil(sessions.size / ticks)))
    const bySession = new Map([...clients].map((client) => [client.session, client]))
    const handedOver = moves.handOver(group, (session) => bySession.get(session)?.reconnect())
    // The other sessions can still move, in this time or at the end of the process.
    await handedOver.catch((err: unknown) => gateway.parts.log.error({ err }, 'sessions could not be handed over'))
    await pause(TICK_MS)
  }
}

/** Returns whether the store responds and the node may use it. */
function reachesStore({ parts }: Gateway): Promise<boolean> {
  return parts.units
    .read(SYSTEM_ACTOR, (work) => findPlace(work, ''))
    .then(
      () => true,
      () => false,
    )
}
