/**
 * Shared parts of the fan-out sections: messages through the API to all sessions, beside a bare server's frames to as
 * many sockets.
 */
import { listenBare, openAll } from './bench.ts'
import type { Worker } from './children.ts'
import type { Guildhall, Where } from './guildhall.ts'
import { cpuMicros, median } from './measure.ts'
import type { LoadResult, RestTarget } from './rest-load.ts'
import type { Counted, OpenArgs } from './sessions.ts'

/** Bounds the frames that can pile up in the kernel when the reader falls behind: 600 MB. */
const DELIVERIES_MAX = 600_000
const ARRIVE_TIMEOUT_MS = 20_000

export interface Rate {
  deliveriesPerSecond: number
  cpuMicrosPerDelivery: number
  /** CPU per delivery, less the cost of the same requests without sessions: the fan-out alone. */
  cpuMicrosPerDeliveryAlone: number
  /** Deliveries that were due, but not read in time. */
  missing: number
}

export interface Pair {
  bare: Rate
  guildhall: Rate
}

/** A server that fans out posted messages, with the process that reads. */
export interface Side {
  pid: number
  where: Where
  messages: RestTarget
  sessions: Worker
  /** CPU of a message without any session, in µs. */
  cpuPerMessage: number
}

export interface Sides {
  bare: Side
  guildhall: Side
  bareServer: Worker
  rest: Worker
  /** Length of a delivery's frame body on both sides, once sessions are open. */
  frameBytes: number
}

/** Two sides that are compared. */
export type Compared = Pick<Sides, 'bare' | 'guildhall' | 'rest'>

/** The files of a run's workers. */
export const WORKERS = {
  bare: 'bare-server.ts',
  bareSessions: 'sessions.ts',
  sessions: 'sessions.ts',
  rest: 'rest-load.ts',
}

export interface Load {
  durationMs: number
  /** Posts at the same time: with one, each message has a tick to itself. */
  posters: number
  /** Open sessions on each side. */
  sessions: number
}

/** Starts both servers and warms them up, without sessions. */
export async function bothSides(
  guildhall: Guildhall,
  { bare, bareSessions, sessions, rest }: Record<keyof typeof WORKERS, Worker>,
): Promise<Sides> {
  const { gateway, httpPort } = await listenBare(bare)
  const messages = { ...guildhall.messages, port: httpPort }
  return {
    bare: { pid: bare.pid, where: gateway, messages, sessions: bareSessions, cpuPerMessage: 0 },
    guildhall: {
      pid: guildhall.pid,
      where: guildhall.gateway,
      messages: guildhall.messages,
      sessions,
      cpuPerMessage: 0,
    },
    bareServer: bare,
    rest,
    frameBytes: 0,
  }
}

/**
 * Opens further sessions on both sides. Messages come meanwhile, so that the sessions' sequence numbers differ as in
 * practice. The bare server's frames get the length of Guildhall's.
 */
export async function openBoth(sides: Sides, count: number, more: Partial<OpenArgs> = {}): Promise<void> {
  const { bare, guildhall, rest } = sides
  let open = false
  const opening = openAll(guildhall.sessions, { ...guildhall.where, ...more }, count).finally(() => {
    open = true
  })
  const pace = { ...guildhall.messages, perSecond: 200, connections: 4, durationMs: 250 }
  do await rest.call('pace', pace)
  while (!open)
  await opening
  await rest.call('pace', pace)
  await openAll(bare.sessions, { ...bare.where, ...more, path: bare.where.path }, count)
  const { deliveryBytes } = await guildhall.sessions.call<Counted>('counted')
  await sides.bareServer.call('frameBytes', { bytes: deliveryBytes })
  sides.frameBytes = deliveryBytes
}

/** Measures the cost of a message on each side without sessions, once the code is warm. */
export async function weighMessages(sides: Compared, load: Omit<Load, 'sessions'>): Promise<void> {
  for (const side of [sides.bare, sides.guildhall]) {
    await post(sides.rest, side, load)
    side.cpuPerMessage = (await post(sides.rest, side, load)).cpuPerMessage
  }
}

async function post(rest: Worker, side: Side, { durationMs, posters }: Omit<Load, 'sessions'>, requestsMax = 100_000) {
  const cpu = cpuMicros(side.pid)
  const args = { ...side.messages, method: 'POST', concurrency: posters, durationMs, requestsMax }
  const result = await rest.call<LoadResult>('load', args)
  if (result.requests === 0) throw new Error(`no message was accepted: ${JSON.stringify(result.failed)}`)
  return { ...result, cpuPerMessage: (cpuMicros(side.pid) - cpu) / result.requests }
}

/** Measures both sides in turns, so that other load on the machine affects both. */
export async function pairs(sides: Compared, load: Load, rounds: number): Promise<Pair[]> {
  const warmUp = { ...load, durationMs: 500 }
  await measure(sides.rest, sides.guildhall, warmUp)
  await measure(sides.rest, sides.bare, warmUp)
  const all: Pair[] = []
  for (let round = 0; round < rounds; round += 1) {
    all.push({
      bare: await measure(sides.rest, sides.bare, load),
      guildhall: await measure(sides.rest, sides.guildhall, load),
    })
  }
  return all
}

async function measure(rest: Worker, side: Side, load: Load): Promise<Rate> {
  await side.sessions.call('reset', { sample: false })
  const cpu = cpuMicros(side.pid)
  const { startedAt, requests } = await post(rest, side, load, Math.ceil(DELIVERIES_MAX / load.sessions))
  const deliveries = requests * load.sessions
  const counted = await side.sessions.call<Counted>('wait', { deliveries, timeoutMs: ARRIVE_TIMEOUT_MS })
  const used = cpuMicros(side.pid) - cpu
  return {
    deliveriesPerSecond: (counted.deliveries / (counted.lastDeliveryAt - startedAt)) * 1e6,
    cpuMicrosPerDelivery: used / counted.deliveries,
    cpuMicrosPerDeliveryAlone: (used - requests * side.cpuPerMessage) / counted.deliveries,
    missing: deliveries - counted.deliveries,
  }
}

/** Returns medians over the rounds. */
export function summary(all: readonly Pair[]) {
  const of = (read: (pair: Pair) => number) => median(all.map(read))
  return {
    barePerSecond: of(({ bare }) => bare.deliveriesPerSecond),
    perSecond: of(({ guildhall }) => guildhall.deliveriesPerSecond),
    bareMicros: of(({ bare }) => bare.cpuMicrosPerDeliveryAlone),
    micros: of(({ guildhall }) => guildhall.cpuMicrosPerDeliveryAlone),
    ratio: of(({ bare, guildhall }) => guildhall.cpuMicrosPerDeliveryAlone / bare.cpuMicrosPerDeliveryAlone),
    missing: all.reduce((sum, { bare, guildhall }) => sum + bare.missing + guildhall.missing, 0),
    rounds: all,
  }
}
