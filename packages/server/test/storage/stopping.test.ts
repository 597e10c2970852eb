/** A process that stops: nothing of its sessions is written after the store has closed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import { spawnPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {}, lounge: { type: 2 } } } },
}

test('a platform stops without an error while sessions in voice end', async () => {
  await using platform = await spawnPlatform({ world, rateLimits: 'off' })
  const lab = platform.world.guilds.lab
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const gateway = await RawGateway.connect(platform.gateway)
      await gateway.identify({ token: platform.world.users[index % 2 ? 'ann' : 'bob']?.token ?? '' })
      await gateway.next('GUILD_CREATE')
      gateway.send(4, { guild_id: lab?.id, channel_id: lab?.channels.lounge?.id, self_mute: false, self_deaf: false })
      await gateway.next('VOICE_STATE_UPDATE')
      return gateway
    }),
  )
  const closing = sessions.map((gateway) => gateway.close())
  const { code } = await platform.stop()
  await Promise.allSettled(closing)
  assert.equal(code, 0)
  assert.doesNotMatch(platform.stderr(), /"level":[56]0/)
})
