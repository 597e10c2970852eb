import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway, startPlatform } from '@guildhall/testing'
import { PermissionFlagsBits } from 'discord.js'
import { startBot } from './bot.js'

const permissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.ManageMessages |
  PermissionFlagsBits.ModerateMembers

const world = {
  users: { ann: {}, bob: {} },
  applications: { moderator: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { moderator: { permissions: String(permissions) } },
      channels: { general: {} },
    },
  },
}

test('the bot removes forbidden words and times the member out at the third', async () => {
  await using platform = await startPlatform({ world })
  const { users, applications, guilds } = platform.world
  const { token } = applications.moderator.bot
  const client = await startBot({ token, api: platform.api, words: ['spam'] })
  try {
    const session = await RawGateway.connect(platform.gateway)
    await session.identify({ token: users.bob.token })
    const bob = api(platform.api, users.bob.token)
    const say = (content) => bob.post(`/channels/${guilds.lab.channels.general.id}/messages`, { content })

    const harmless = await say('a spammer is not the word')
    const ids = []
    for (let count = 0; count < 3; count += 1) {
      ids.push((await say(`Spam! number ${count}`)).body.id)
      const { d: gone } = await session.next('MESSAGE_DELETE')
      assert.equal(gone.id, ids.at(-1))
    }
    const { d: member } = await session.next('GUILD_MEMBER_UPDATE')
    assert.ok(Date.parse(member.communication_disabled_until) > Date.now())
    assert.equal((await say('hello?')).status, 403)
    const kept = await bob.get(`/channels/${guilds.lab.channels.general.id}/messages/${harmless.body.id}`)
    assert.equal(kept.status, 200)
    await session.close()
  } finally {
    await client.destroy()
  }
})
