/** Acknowledged writes survive `kill -9` at any moment. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { spawnPlatform } from '../support/platform.ts'

const ROUNDS = 8
const WRITERS = 4

interface Acknowledged {
  messages: Map<string, string>
  deleted: Set<string>
}

test(`acknowledged writes survive ${ROUNDS} kills`, { timeout: 240_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-kill-'))
  const acknowledged: Acknowledged = { messages: new Map(), deleted: new Set() }
  try {
    for (let round = 0; round < ROUNDS; round += 1) await killedRound(data, round, acknowledged)
    await using platform = await spawnPlatform({ data, rateLimits: 'off' })
    await compare(platform, acknowledged)
    assert.ok(acknowledged.messages.size > ROUNDS * WRITERS, `${acknowledged.messages.size} were acknowledged`)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

type Started = Awaited<ReturnType<typeof spawnPlatform>>

function asBot(platform: Started) {
  const token = platform.world.applications.ping?.bot.token ?? ''
  const channel = platform.world.guilds.workshop?.channels.general?.id ?? ''
  return { caller: api(platform.api, `Bot ${token}`), path: `/channels/${channel}/messages` }
}

/** Starts on what the last round left, checks it, writes from several callers at once, kills at a random moment. */
async function killedRound(data: string, round: number, acknowledged: Acknowledged): Promise<void> {
  const platform = await spawnPlatform({ data, rateLimits: 'off' })
  await compare(platform, acknowledged)
  const { caller, path } = asBot(platform)
  // From killed at once to killed amid some hundred writes, without a timer: after a number of acknowledgements.
  const killAfter = 1 + Math.floor(Math.random() * 120)
  let written = 0
  let killed = false
  const kill = () => {
    killed = true
    return platform.kill('SIGKILL')
  }
  const writer = async (name: number) => {
    while (!killed) {
      try {
        const content = `round ${round}, writer ${name}, number ${written}`
        const sent = await caller.post<{ id: string }>(path, { content })
        if (sent.status !== 200) throw new Error(`status ${sent.status}`)
        acknowledged.messages.set(sent.body.id, content)
        written += 1
        if (written % 10 === 0) await forget(sent.body.id)
        if (written >= killAfter && !killed) await kill()
      } catch (error) {
        if (!killed) throw error
      }
    }
  }
  const forget = async (id: string) => {
    // Not known either way until it is acknowledged.
    acknowledged.messages.delete(id)
    const answer = await caller.delete(`${path}/${id}`)
    if (answer.status === 204) acknowledged.deleted.add(id)
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)))
}

async function compare(platform: Started, acknowledged: Acknowledged): Promise<void> {
  const { caller, path } = asBot(platform)
  const found = new Map<string, string>()
  let before = ''
  for (;;) {
    const page = await caller.get<{ id: string; content: string }[]>(`${path}?limit=100${before}`)
    assert.equal(page.status, 200)
    for (const message of page.body) found.set(message.id, message.content)
    if (page.body.length < 100) break
    before = `&before=${page.body.at(-1)?.id}`
  }
  for (const [id, content] of acknowledged.messages) assert.equal(found.get(id), content, `message ${id} is lost`)
  for (const id of acknowledged.deleted) assert.equal(found.has(id), false, `message ${id} is back`)
}
