/** Faults of the ways by which nodes tell each other of events. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api, RawGateway } from '@guildhall/testing'
import { connect } from '@nats-io/transport-node'
import postgres from 'postgres'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
}

type Node = { readonly api: string; readonly gateway: string }

/** Posts at a node until it is stopped. Refusals of a node without its database are left out. */
class Writer {
  readonly posted: string[] = []
  readonly #end = new AbortController()
  readonly #done: Promise<void>

  constructor(node: Node, token: string, channel: string) {
    this.#done = this.#run(node, token, channel)
  }

  async #run(node: Node, token: string, channel: string): Promise<void> {
    while (!this.#end.signal.aborted) {
      const content = `message ${this.posted.length}`
      const { status, body } = await api(node.api, token).post<{ id: string }>(`/channels/${channel}/messages`, {
        content,
      })
      if (status === 200) this.posted.push(body.id)
      else assert.equal(status, 503)
      await pause(10)
    }
  }

  async stop(): Promise<string[]> {
    this.#end.abort()
    await this.#done
    return this.posted
  }
}

async function identify(node: Node, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({ token, intents: 0 })
  await gateway.next('GUILD_CREATE')
  return gateway
}

/** Reads messages up to the last one, and compares them with those that were acknowledged. */
async function expectAll(session: RawGateway, posted: readonly string[], last: string): Promise<void> {
  const seen: string[] = []
  while (seen.at(-1) !== last) seen.push((await session.next<{ id: string }>('MESSAGE_CREATE')).d.id)
  assert.deepEqual(
    seen,
    seen.toSorted((x, y) => Number(BigInt(x) - BigInt(y))),
    'in the order of the commits',
  )
  assert.equal(new Set(seen).size, seen.length, 'each once')
  const known = new Set(seen)
  assert.deepEqual(
    posted.filter((id) => !known.has(id)),
    [],
    'none is lost',
  )
}

test('while NATS is killed and comes back, and one node loses its database, sessions of both miss no message', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  await using nats = await startNats()
  const busUrls = [nats.url]
  // Refusals of a database that is away are not described.
  const options = { busUrls, observe: undefined, logLevel: 'silent' } as const
  const a = await startNode(databaseUrl, 'a', { world, ...options })
  const way = await startDatabaseProxy(databaseUrl)
  const b = await startNode(way.url, 'b', options)
  try {
    const sessions = [await identify(a, a.ann.token), await identify(b, a.bob.token)]
    const general = a.lab.general.id
    const writers = [new Writer(a, a.ann.token, general), new Writer(b, a.bob.token, general)]
    await pause(200)
    await nats.kill()
    await pause(400)
    await nats.start()
    await pause(400)
    way.cut()
    await pause(300)
    way.restore()
    await pause(300)
    const posted = (await Promise.all(writers.map((writer) => writer.stop()))).flat()
    const last = await api(a.api, a.ann.token).post<{ id: string }>(`/channels/${general}/messages`, { content: 'end' })
    for (const session of sessions) await expectAll(session, posted, last.body.id)
  } finally {
    for (const node of [b, a]) await node.close()
    await way.close()
    await drop()
  }
})

test('a node ends while NATS is away', ON_POSTGRES_AND_NATS, async () => {
  const { databaseUrl, drop } = await clusterStore()
  await using nats = await startNats()
  const a = await startNode(databaseUrl, 'a', { busUrls: [nats.url], logLevel: 'silent' })
  try {
    await nats.kill()
    await until('NATS is missed', async () => {
      const state = (await (await fetch(`${a.url}/readyz`)).json()) as { bus: boolean }
      return !state.bus
    })
  } finally {
    await a.close()
    await drop()
  }
})

test('a stranger on NATS hides and forges nothing', ON_POSTGRES_AND_NATS, async () => {
  const { databaseUrl, drop } = await clusterStore()
  await using nats = await startNats()
  const options = { busUrls: [nats.url], logLevel: 'silent' } as const
  const a = await startNode(databaseUrl, 'a', { world, ...options })
  const b = await startNode(databaseUrl, 'b', options)
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const { host } = new URL(nats.url)
  const stranger = await connect({ servers: host, user: 'guildhall', pass: 'secret', noEcho: true })
  try {
    const session = await identify(b, a.bob.token)
    const [cluster] = await sql<{ value: string }[]>`SELECT value FROM meta WHERE key = 'cluster-id'`
    const guild = `guild.${a.lab.id}`
    const [topic] = await sql<{ version: number }[]>`SELECT version FROM topics WHERE topic = ${guild}`
    const next = (topic?.version ?? 0) + 1
    const text = 'message.created - 2\n{}'
    const forged = [
      `[1,[["${guild}",${next},${text.length}]]]\n${text}`,
      `[1,[["${guild}",0,${text.length}]]]\n${text}`,
      `[1,[["${guild}",${next + 1_000_000},3]]]\nabc`,
      `[1,[["${guild}",${next},0]]]\n`,
      '[2,"wanted",["x"]]',
      'nonsense',
    ]
    const subject = `guildhall.${cluster?.value}.events`
    const heard: Buffer[] = []
    stranger.subscribe(subject, { callback: (_, { data }) => void heard.push(Buffer.from(data)) })
    for (const message of forged) stranger.publish(subject, message)
    await stranger.flush()
    const post = (content: string) =>
      api(a.api, a.ann.token).post(`/channels/${a.lab.general.id}/messages`, { content })
    const sent = async () => (await session.next<{ content: string }>('MESSAGE_CREATE')).d.content
    await post('one')
    assert.equal(await sent(), 'one')
    // Copies of a real message, as it was and under other versions, neither repeat nor suppress events.
    const place = `"${guild}",${next},`
    const real = heard.map((bytes) => bytes.toString('latin1')).filter((text) => text.includes(place))
    assert.equal(real.length, 1)
    for (const version of [next, 0, next + 1])
      stranger.publish(subject, Buffer.from((real[0] ?? '').replace(place, `"${guild}",${version},`), 'latin1'))
    await stranger.flush()
    for (const content of ['two', 'three']) await post(content)
    assert.deepEqual([await sent(), await sent()], ['two', 'three'])
    const [logged] = await sql<
      { events: string }[]
    >`SELECT events FROM event_log WHERE topic = ${guild} AND version = ${next}`
    assert.match(logged?.events ?? '', /^sealed\./)
  } finally {
    await stranger.close()
    await sql.end()
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
