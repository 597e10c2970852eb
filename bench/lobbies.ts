/**
 * Lobbies: the cost of a delivery of lobby messages, beside the same in a guild with as many sessions; and the sessions
 * of all members of a large lobby that connect at once.
 */
import { type Bench, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import { pairs, summary, weighMessages } from './fan-out-load.ts'
import { cpuMicros, pause } from './measure.ts'
import type { Counted } from './sessions.ts'

const FILES = { guild: 'sessions.ts', lobby: 'sessions.ts', rest: 'rest-load.ts' }
/** Largest cost of a delivery in a lobby beside one in a guild. */
const RATIO_MAX = 1.25
/** Events of lobbies are shorter than messages of guilds, but longer than responses to heartbeats. */
const LOBBY_EVENT_MIN_BYTES = 150
const QUIET_MS = 500
const SHAPES = [
  { name: 'one a tick', posters: 1 },
  { name: 'bursts', posters: 64 },
]

export async function measureLobbies(bench: Bench): Promise<Measured> {
  const { durationMs, rounds, lobbyMembers: count } = bench.options
  const run = async (guildhall: Guild, { guild, lobby, rest }: Record<keyof typeof FILES, Worker>) => {
    const { pid } = guildhall
    const { games } = await guildhall.signInPlayers()
    const inLobby = await guildhall.makeLobby(games[0] ?? '')
    const side = { pid, where: guildhall.gateway, cpuPerMessage: 0 }
    const sides = {
      bare: { ...side, messages: guildhall.messages, sessions: guild },
      guildhall: { ...side, messages: inLobby, sessions: lobby },
      rest,
    }
    const weights = []
    for (const { posters } of SHAPES) {
      await weighMessages(sides, { durationMs, posters })
      weights.push({ guild: sides.bare.cpuPerMessage, lobby: sides.guildhall.cpuPerMessage })
    }
    const storm = await connectAll(pid, lobby, { ...guildhall.gateway, tokens: games }, count)
    await openAll(guild, guildhall.gateway, count)
    const lines = []
    for (const [index, { name, posters }] of SHAPES.entries()) {
      sides.bare.cpuPerMessage = weights[index]?.guild ?? 0
      sides.guildhall.cpuPerMessage = weights[index]?.lobby ?? 0
      lines.push({ name, ...summary(await pairs(sides, { durationMs, posters, sessions: count }, rounds)) })
    }
    const bytes = [await frameBytes(guild), await frameBytes(lobby)]
    const table = {
      title: `Messages to ${count} sessions: in a lobby (frames of ${bytes[1]} bytes) beside a guild (${bytes[0]} bytes)`,
      columns: ['messages', 'guild /s', 'lobby /s', 'guild µs', 'lobby µs', 'ratio', 'missing', ''],
      rows: lines.map((line) => [
        line.name,
        line.barePerSecond,
        line.perSecond,
        line.bareMicros,
        line.micros,
        line.ratio,
        line.missing,
        verdict(line.ratio, RATIO_MAX),
      ]),
      notes: [
        'deliveries a second, and CPU of the server process per delivery, less what the same posts cost it when nobody watches',
        `${count} members connect at once: ${storm.ms.toFixed(0)} ms until the last event, ${storm.cpuMs.toFixed(0)} ms of CPU`,
      ],
    }
    return { figures: { count, storm, weights, bytes, lines }, tables: [table] }
  }
  return await withGuildhall(bench, FILES, run, { players: count })
}

type Guild = Parameters<Parameters<typeof withGuildhall>[2]>[0]

/** Opens a session of each member, and waits until all have the lobby and know who is connected. */
async function connectAll(pid: number, sessions: Worker, where: Guild['gateway'], count: number) {
  const cpu = cpuMicros(pid)
  const startedAt = performance.now()
  await openAll(sessions, { ...where, deliveryMinBytes: LOBBY_EVENT_MIN_BYTES }, count)
  let seen = -1
  let quietSince = performance.now()
  for (;;) {
    const { deliveries } = await sessions.call<Counted>('counted')
    if (deliveries !== seen) quietSince = performance.now()
    else if (performance.now() - quietSince > QUIET_MS) break
    seen = deliveries
    await pause(50)
  }
  return { ms: quietSince - startedAt, cpuMs: (cpuMicros(pid) - cpu) / 1000, frames: seen }
}

async function frameBytes(sessions: Worker): Promise<number> {
  return (await sessions.call<Counted>('counted')).deliveryBytes
}
