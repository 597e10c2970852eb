/** A deletion that `kill -9` interrupts goes on at the next start. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { spawnPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const MESSAGES = 1_200
const WRITERS = 40
const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
}

interface Job {
  job_id: string
  state: string
  done: number
}

test('a deletion that was accepted ends although the platform is killed at once', { timeout: 240_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-deletion-'))
  const start = () => spawnPlatform({ data, world, rateLimits: 'off' })
  const key = (on: Awaited<ReturnType<typeof start>>) => api(on.api, `Bearer ${on.control.key}`)
  try {
    await using first = await start()
    const { guilds, users } = first.world
    const path = `/channels/${guilds.lab?.channels.general?.id}/messages`
    const bob = api(first.api, users.bob?.token)
    let left = MESSAGES
    const write = async () => {
      while (left > 0) {
        left -= 1
        assert.equal((await bob.post(path, { content: 'soon gone' })).status, 200)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
    await api(first.api, users.ann?.token).post(path, { content: 'stays' })
    const id = users.bob?.id
    const asked = await key(first).post<Job>(`/admin/users/${id}/delete`, { messages: 'delete', now: true })
    assert.equal(asked.status, 202)
    await first.kill('SIGKILL')

    await using second = await start()
    const job = async () => (await key(second).get<Job>(`/admin/jobs/${asked.body.job_id}`)).body
    await until('the deletion is done', async () => (await job()).state === 'done')
    const { body: account } = await key(second).get<{ state: string; username: string }>(`/admin/users/${id}`)
    assert.equal(account.state, 'deleted')
    assert.notEqual(account.username, 'bob')
    const { body: messages } = await api(second.api, users.ann?.token).get<{ content: string }[]>(path)
    assert.deepEqual(
      messages.map(({ content }) => content).filter((content) => content !== ''),
      ['stays'],
    )
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
