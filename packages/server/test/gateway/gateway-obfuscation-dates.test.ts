/** Obfuscated channels for applications that opt in, and for all sessions from the date on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelObject, Intent } from '@guildhall/protocol'
import { type Lab, startLab } from '../support/gateway-lab.ts'
import { assertHidden } from '../support/obfuscated-guild.ts'

const hiddenWorld = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '1024' } },
      channels: {
        open: {},
        hidden: {
          topic: 'hush',
          permission_overwrites: [
            { role: '@everyone', deny: '1024' },
            { bot: 'app', deny: '1024' },
          ],
        },
      },
    },
  },
}

/** Returns the hidden channel as a new session receives it. */
async function hiddenName(lab: Lab, fields: object = {}): Promise<unknown> {
  const gateway = await lab.session('app', { intents: Intent.GUILDS, ...fields })
  const { channels } = (await gateway.next('GUILD_CREATE')).d
  await gateway.close()
  return channels.find(({ id }) => id === lab.channelId('lab', 'hidden'))?.name
}

test('[GW-1] [GW-2] [GW-3] applications opt in to obfuscated channels until the date', async () => {
  await using lab = await startLab({ world: hiddenWorld as never, date: Date.parse('2026-11-15T12:00:00Z') })
  const others = 0x7fffffff & ~32_768
  for (const [capabilities, name] of [
    [0, 'hidden'],
    [32_768, '___hidden___'],
    [others, 'hidden'],
    [others | 32_768, '___hidden___'],
  ] as const) {
    assert.equal(await hiddenName(lab, { capabilities }), name, String(capabilities))
  }
  const toggle = `/applications/${lab.world.applications.app?.id}`
  for (const [channel_obfuscation_opt_in, name] of [
    [true, '___hidden___'],
    [false, 'hidden'],
  ] as const) {
    assert.equal((await lab.person('ann').patch(toggle, { channel_obfuscation_opt_in })).status, 200)
    assert.equal(await hiddenName(lab), name)
  }
  assert.ok((await lab.person('bob').patch(toggle, { channel_obfuscation_opt_in: true })).status >= 400)
  assert.equal(await hiddenName(lab), 'hidden')
  lab.platform.clock.advance(12 * 3_600_000)
  assert.equal(await hiddenName(lab), '___hidden___')
})

test('[GW-3] [EVT-3] a session that began before the date is shown hidden channels as such from then on', async () => {
  await using lab = await startLab({ world: hiddenWorld as never, date: Date.parse('2026-11-15T12:00:00Z') })
  const gateway = await lab.session('app', { intents: Intent.GUILDS })
  const path = `/channels/${lab.channelId('lab', 'hidden')}`
  const ann = lab.person('ann')
  await ann.patch(path, { topic: 'one' })
  assert.equal((await gateway.next('CHANNEL_UPDATE')).d.topic, 'one')
  lab.platform.clock.advance(12 * 3_600_000)
  await ann.patch(path, { topic: 'two' })
  assertHidden((await gateway.next('CHANNEL_UPDATE')).d, (await ann.get<ChannelObject>(path)).body, 'an update')
  const permission_overwrites = [
    { id: lab.guildId('lab'), type: 0, deny: '1024' },
    { id: lab.userId('app'), type: 1, deny: '1024' },
  ]
  const made = await ann.post<ChannelObject>(`/guilds/${lab.guildId('lab')}/channels`, {
    name: 'made',
    type: 2,
    permission_overwrites,
  })
  assertHidden((await gateway.next('CHANNEL_CREATE')).d, made.body, 'a new channel')
  await ann.delete(`/channels/${made.body.id}`)
  assertHidden((await gateway.next('CHANNEL_DELETE')).d, made.body, 'its end')
  await gateway.close()
})

test('[CH-6] the flag of obfuscated channels cannot be set and is in no HTTP response', async () => {
  await using lab = await startLab({ world: hiddenWorld as never })
  const ann = lab.person('ann')
  for (const name of ['open', 'hidden']) {
    const path = `/channels/${lab.channelId('lab', name)}`
    await ann.patch(path, { flags: 131_072, topic: 'changed' })
    assert.deepEqual((await ann.get<ChannelObject>(path)).body.flags, 0)
  }
  const made = await ann.post<ChannelObject>(`/guilds/${lab.guildId('lab')}/channels`, { name: 'made', flags: 131_072 })
  if (made.status < 300) assert.equal(made.body.flags, 0)
})
