/** Compressed fan-out, beside a bare server with one compressing stream a socket. */
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import { bothSides, openBoth, pairs, summary, WORKERS, weighMessages } from './fan-out-load.ts'

const POSTERS = 1
const TARGET = 1.3
const KINDS = ['zlib-stream', 'zstd-stream'] as const

export async function measureCompression(bench: Bench): Promise<Measured> {
  const lines = []
  for (const compress of KINDS) {
    lines.push(
      await withGuildhall(bench, WORKERS, async (guildhall, workers) => {
        const { durationMs, compressedSessions: sessions, rounds } = bench.options
        const sides = await bothSides(guildhall, workers)
        await weighMessages(sides, { durationMs, posters: POSTERS })
        const message = await workers.rest.call<string>('post', guildhall.messages)
        await workers.bare.call('compressBy', { kind: compress, message })
        await openBoth(sides, sessions, { path: `${guildhall.gateway.path}&compress=${compress}`, compress })
        const load = { durationMs, posters: POSTERS, sessions }
        return { compress, sessions, ...summary(await pairs(sides, load, rounds)) }
      }),
    )
  }
  const table = {
    title: 'Compressed fan-out of messages of about 1 KB, beside one compressing stream a socket',
    columns: ['', 'sessions', 'bare /s', 'ours /s', 'bare µs', 'ours µs', 'ratio', 'missing', ''],
    rows: lines.map((line) => [
      line.compress,
      String(line.sessions),
      line.barePerSecond,
      line.perSecond,
      line.bareMicros,
      line.micros,
      line.ratio,
      line.missing,
      verdict(line.ratio, TARGET),
    ]),
    notes: ['CPU of the server process with all its threads'],
  }
  return { figures: { lines }, tables: [table] }
}
