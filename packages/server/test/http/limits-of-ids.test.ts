import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

test('[LIM-17] other spellings of an id share its bucket', async () => {
  await using platform = await startPlatform({
    world: {
      users: { ann: {} },
      applications: { app: { owner: 'ann', bot: {} } },
      guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
    },
  })
  const { world } = platform
  const id = world?.guilds.lab?.channels.general?.id ?? assert.fail('there is no channel')
  const bot = api(platform.api, `Bot ${world?.applications.app?.bot?.token}`)
  const statuses: number[] = []
  const spellings = [id, `0${id}`, `000${id}`, `%3${id.charAt(0)}${id.slice(1)}`, `%30${id}`, `0${id}`]
  for (const spelling of spellings)
    statuses.push((await bot.post(`/channels/${spelling}/messages`, { content: spelling })).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const { body } = await bot.post<{ id: string; token: string }>(`/channels/${id}/webhooks`, { name: 'Hook' })
  const anyone = api(platform.api)
  const posts: number[] = []
  for (let zeros = 0; zeros < 6; zeros += 1)
    posts.push((await anyone.post(`/webhooks/${'0'.repeat(zeros)}${body.id}/${body.token}`, { content: 'x' })).status)
  assert.deepEqual(posts, [204, 204, 204, 204, 204, 429])
})
