/** Fan-out: the cost of a delivery in Guildhall, beside the cost of a bare server to write a frame as large. */
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import { bothSides, openBoth, pairs, summary, WORKERS, weighMessages } from './fan-out-load.ts'

/** One message per tick, and bursts; each with the largest acceptable ratio to the bare server. */
const SHAPES = [
  { name: 'one a tick', posters: 1, target: 1.25 },
  { name: 'bursts', posters: 128, target: 0.6 },
]

export async function measureFanOut(bench: Bench): Promise<Measured> {
  return await withGuildhall(bench, WORKERS, async (guildhall, workers) => {
    const { durationMs, fanOutSessions, rounds } = bench.options
    const sides = await bothSides(guildhall, workers)
    const costs = []
    for (const { posters } of SHAPES) {
      await weighMessages(sides, { durationMs, posters })
      costs.push({ bare: sides.bare.cpuPerMessage, guildhall: sides.guildhall.cpuPerMessage })
    }
    const lines = []
    let open = 0
    for (const sessions of fanOutSessions) {
      await openBoth(sides, sessions - open)
      open = sessions
      for (const [index, { name, posters, target }] of SHAPES.entries()) {
        sides.bare.cpuPerMessage = costs[index]?.bare ?? 0
        sides.guildhall.cpuPerMessage = costs[index]?.guildhall ?? 0
        lines.push({
          sessions,
          name,
          target,
          ...summary(await pairs(sides, { durationMs, posters, sessions }, rounds)),
        })
      }
    }
    const { frameBytes } = sides
    return { figures: { cpuMicrosPerMessageUnheard: costs, frameBytes, lines }, tables: [table(lines, frameBytes)] }
  })
}

type Line = { sessions: number; name: string; target: number } & ReturnType<typeof summary>

function table(lines: readonly Line[], frameBytes: number) {
  return {
    title: `Fan-out of messages, frames of ${frameBytes} bytes: Guildhall beside a bare server that writes ready-made ones`,
    columns: ['sessions', 'messages', 'bare /s', 'ours /s', 'bare µs', 'ours µs', 'ratio', 'missing', ''],
    rows: lines.map((line) => [
      String(line.sessions),
      line.name,
      line.barePerSecond,
      line.perSecond,
      line.bareMicros,
      line.micros,
      line.ratio,
      line.missing,
      verdict(line.ratio, line.target),
    ]),
    notes: [
      'deliveries a second, and CPU of the server process per delivery, less what the same posts cost it when nobody watches',
    ],
  }
}
