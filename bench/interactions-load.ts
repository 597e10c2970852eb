/**
 * A bot and a person in one process: the person uses the bot's command, the bot responds,
 * the person sees the response.
 */
import { answerCommands } from './answer-commands.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import { monotonicMicros, pause, quantile } from './measure.ts'

/** Connections: enough that none waits for a free one at the measured pace. */
const CONNECTIONS = 16
const ANSWERS_TIMEOUT_MS = 10_000

export interface Scene {
  port: number
  api: string
  gateway: string
  applicationId: string
  botToken: string
  personToken: string
  guildId: string
  channelId: string
}

export interface Paced {
  sent: number
  seen: number
  /** Latencies in µs, from the time an invocation was due until its response was read from the person's socket. */
  p50Ms: number
  p99Ms: number
  maxMs: number
  failed: Record<string, number>
}

interface Interaction {
  id: string
  token: string
  data: { options: { value: number }[] }
}

let scene: Scene | undefined
let commandId = ''
let failed: Record<string, number> = {}
let times: number[] = []
const free: HttpConnection[] = []

answerCommands({
  /** Registers the command and opens both sessions. */
  async begin(given: Scene): Promise<void> {
    scene = given
    for (let n = 0; n < CONNECTIONS; n += 1) free.push(new HttpConnection(given.port))
    const command = { name: 'bench', description: 'Measured', options: [option] }
    const path = `/applications/${given.applicationId}/commands`
    const registered = await post(path, `Bot ${given.botToken}`, command)
    commandId = (JSON.parse(registered) as { id: string }).id
    await Promise.all([
      open(given.botToken, (t, d) => {
        if (t === 'INTERACTION_CREATE') void answer(d as unknown as Interaction)
      }),
      open(given.personToken, (t, d) => {
        if (t === 'MESSAGE_CREATE') times.push(monotonicMicros() - Number(d.content))
      }),
    ])
  },

  /** Sends a number of invocations a second on a timetable, whether or not earlier ones have been answered. */
  async pace({ perSecond, durationMs }: { perSecond: number; durationMs: number }): Promise<Paced> {
    times = []
    failed = {}
    const startedAt = monotonicMicros()
    const total = Math.round((perSecond * durationMs) / 1000)
    for (let sent = 0; sent < total; await pause(1)) {
      for (const now = monotonicMicros(); sent < total && now >= startedAt + (sent * 1e6) / perSecond; sent += 1) {
        void invoke(startedAt + (sent * 1e6) / perSecond)
      }
    }
    const until = monotonicMicros() + ANSWERS_TIMEOUT_MS * 1000
    while (times.length < total && monotonicMicros() < until) await pause(10)
    const sorted = Float64Array.from(times)
    const at = (q: number) => quantile(sorted, q) / 1000
    return { sent: total, seen: times.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), failed }
  },
})

const option = { type: 10, name: 'at', description: 'When it was due, in µs', required: true }

async function invoke(due: number): Promise<void> {
  if (!scene) throw new Error('not begun')
  const data = { id: commandId, name: 'bench', type: 1, options: [{ name: 'at', type: 10, value: Math.round(due) }] }
  const { applicationId: application_id, guildId: guild_id, channelId: channel_id } = scene
  const body = { type: 2, application_id, guild_id, channel_id, session_id: 'bench', data }
  await post('/interactions', scene.personToken, body).catch(note)
}

/** Responds as a bot does: with a callback request. */
async function answer({ id, token, data }: Interaction): Promise<void> {
  const callback = { type: 4, data: { content: `${data.options[0]?.value}` } }
  await post(`/interactions/${id}/${token}/callback`, `Bot ${scene?.botToken}`, callback).catch(note)
}

async function post(path: string, authorization: string, body: object): Promise<string> {
  if (!scene) throw new Error('not begun')
  const connection = free.pop()
  if (!connection) throw new Error('no free connection')
  try {
    const status = await connection.send(requestBytes('POST', scene.api + path, authorization, JSON.stringify(body)))
    if (status >= 300) throw new Error(`status ${status}: ${connection.body.slice(0, 200)}`)
    return connection.body
  } finally {
    free.push(connection)
  }
}

function note(error: unknown): void {
  const reason = String(error)
  failed[reason] = (failed[reason] ?? 0) + 1
}

/** Resolves at GUILD_CREATE; from then on each dispatch is passed on. */
function open(token: string, heard: (name: string, data: Record<string, unknown>) => void): Promise<void> {
  const socket = new WebSocket(scene?.gateway ?? '')
  return new Promise((resolve, reject) => {
    socket.onclose = ({ code }) => reject(new Error(`the gateway closed with ${code}`))
    socket.onmessage = ({ data }) => {
      const { op, t, d } = JSON.parse(String(data))
      const properties = { os: 'linux', browser: 'bench', device: 'bench' }
      if (op === 10) {
        socket.send(JSON.stringify({ op: 2, d: { token, intents: 1, properties } }))
        setInterval(() => socket.send('{"op":1,"d":null}'), d.heartbeat_interval)
      } else if (t === 'GUILD_CREATE') resolve()
      else if (op === 0) heard(t, d)
    }
  })
}
