/** GUILD_CREATE of a guild with more members than `large_threshold`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { ALL_INTENTS, labWorld, named, startLab } from '../support/gateway-lab.ts'

const people = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`person${index}`, {}]))
const world = {
  users: { ann: {}, ...people },
  applications: labWorld.applications,
  guilds: {
    lab: {
      owner: 'ann',
      members: Object.keys(people),
      bots: { app: {} },
      roles: { red: { permissions: '0', members: ['person1'] } },
      channels: { general: {}, Voice: { type: 2 } },
    },
  },
}

interface Created {
  large: boolean
  members: { user: { username: string } }[]
  presences: { user: { id: string }; status: string }[]
}

test('GUILD_CREATE of a large guild lists members online, in voice, with a role or a nickname, and no others', async () => {
  await using lab = await startLab({ world: world as never })
  const guild_id = lab.guildId('lab')
  const Voice = lab.world.guilds.lab?.channels.Voice?.id
  await lab.person('ann').patch(`/guilds/${guild_id}/members/${lab.userId('person2')}`, { nick: 'Second' })
  const [online, inVoice] = [await lab.personSession('person3'), await lab.personSession('person4')]
  inVoice.send(4, { guild_id, channel_id: Voice, self_mute: false, self_deaf: false })
  await inVoice.next('VOICE_SERVER_UPDATE')
  const created = async (intents: number, fields: object = {}) => {
    const gateway = await lab.session('app', { intents, ...fields })
    const { d } = await gateway.next<Created>(named('GUILD_CREATE', { id: guild_id }))
    await gateway.close()
    const names = d.members.map(({ user }) => user.username).sort()
    // The own presence may begin later.
    const others = d.presences.map(({ user }) => user.id).filter((id) => id !== lab.userId('app'))
    return { names, online: others.sort(), large: d.large }
  }
  const expected = [lab.userId('person3'), lab.userId('person4')].sort()
  const large = await created(ALL_INTENTS)
  const app = lab.world.applications.app?.bot?.username ?? 'app'
  assert.deepEqual(large.names, [app, 'person1', 'person2', 'person3', 'person4'])
  assert.deepEqual([large.large, large.online], [true, expected])
  const without = await created(ALL_INTENTS & ~Intent.GUILD_PRESENCES)
  assert.deepEqual([without.names, without.online], [[app, 'person4'], []])
  const whole = await created(ALL_INTENTS, { large_threshold: 250 })
  assert.deepEqual([whole.large, whole.names.length], [false, 62])
  assert.deepEqual(whole.online, expected)
  await Promise.all([online.close(), inVoice.close()])
})
