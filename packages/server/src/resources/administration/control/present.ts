import { wireTime } from '@guildhall/protocol'
import type { Clock } from '../../../kernel/clock.ts'
import type { EndpointFault, RequestFault, SessionFacts, SessionFilter } from '../../../kernel/control.ts'
import type { LiveNode } from '../../../kernel/lease.ts'
import type { CallFacts } from '../../../kernel/voice-control.ts'

/** Returns the clock's state, as the control API shows it. */
export function presentClock(clock: Clock) {
  return { now: wireTime(clock.now()), frozen: clock.frozen }
}

/** Returns a gateway session, as the control API shows it. */
export function presentSession({ id, userId, applicationId, ...facts }: SessionFacts) {
  return {
    session_id: id,
    user_id: `${userId}`,
    application_id: applicationId === null ? null : `${applicationId}`,
    ...facts,
  }
}

/** Returns a live node, as the control API shows it. */
export function presentNode({ name, url, version, leaseAgeS }: LiveNode) {
  return { name, url, version, lease_age_seconds: leaseAgeS }
}

/** Returns a call with its members, as the control API shows it. */
export function presentCall({ channelId, members }: CallFacts) {
  return {
    channel_id: `${channelId}`,
    members: members.map(({ userId, kind, transport, received, lost, delayMs, fault }) => ({
      user_id: `${userId}`,
      kind,
      transport,
      received,
      lost,
      delay_ms: delayMs,
      fault: fault && { loss_percent: fault.lossPercent, delay_ms: fault.delayMs },
    })),
  }
}

/** Returns a fault of requests, as the control API shows it. */
export function presentRequestFault({ id, fault }: { id: number; fault: RequestFault }) {
  const { method, path, userId, applicationId, count, delayMs, response } = fault
  return {
    id,
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(userId === undefined ? {} : { user_id: `${userId}` }),
    ...(applicationId === undefined ? {} : { application_id: `${applicationId}` }),
    count,
    delay_ms: delayMs,
    status: response?.status ?? null,
  }
}

/** Returns a fault of requests to servers of applications, as the control API shows it. */
export function presentEndpointFault({ id, fault: { type, url, count } }: { id: number; fault: EndpointFault }) {
  return { id, type, ...(url === undefined ? {} : { url }), count }
}

/** Returns the filter that a request names. */
export function selectionOf(request: {
  session_id?: string | undefined
  user_id?: bigint | undefined
  application_id?: bigint | undefined
}): SessionFilter {
  return { sessionId: request.session_id, userId: request.user_id, applicationId: request.application_id }
}
