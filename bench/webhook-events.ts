/** Deliveries of webhook events from a queue, beside games whose servers never respond. */
import type { Bench, Measured } from './bench.ts'
import type { Received } from './event-servers.ts'
import { startGuildhall } from './guildhall.ts'
import { cpuMicros, rssBytes } from './measure.ts'

/** Games whose servers respond. */
const LIVE = 4
const DEAD = [0, 1, 40]
const WAIT_MS = 120_000

interface Line {
  readonly dead: number
  readonly perSecond: number
  readonly cpuMicros: number
  readonly rssMb: number
  readonly unanswered: number
}

export async function measureWebhookEvents(bench: Bench): Promise<Measured> {
  const events = bench.options.webhookEvents
  const servers = bench.children.worker('event-servers.ts')
  try {
    const lines: Line[] = []
    for (const dead of DEAD) lines.push(await measure(bench, servers, { dead, events }))
    const alone = lines[0]?.perSecond ?? 0
    const table = {
      title: `Webhook events: ${LIVE} games with ${events} queued events each`,
      columns: ['games that never respond', 'deliveries /s', 'share', 'CPU µs', 'RSS MB', 'open requests in all'],
      rows: lines.map((line) => [
        String(line.dead),
        Math.round(line.perSecond),
        (line.perSecond / alone).toFixed(2),
        Math.round(line.cpuMicros),
        Math.round(line.rssMb),
        line.unanswered,
      ]),
      notes: ['The games that never respond have as many queued events.'],
    }
    return { figures: { events, lines }, tables: [table] }
  } finally {
    await servers.stop()
  }
}

async function measure(
  { children, options }: Bench,
  servers: ReturnType<Bench['children']['worker']>,
  { dead, events }: { dead: number; events: number },
): Promise<Line> {
  const eventUrls = await servers.call<string[]>('open', { live: LIVE, dead })
  const guildhall = await startGuildhall(children, options.server, { eventUrls, events })
  try {
    const { pid } = guildhall
    const expected = LIVE * events
    const cpuBefore = cpuMicros(pid)
    const received = await servers.call<Received>('wait', { events: expected }, WAIT_MS)
    return {
      dead,
      perSecond: received.events / received.seconds,
      cpuMicros: (cpuMicros(pid) - cpuBefore) / received.events,
      rssMb: rssBytes(pid) / 2 ** 20,
      unanswered: received.unanswered,
    }
  } finally {
    await guildhall.stop()
  }
}
