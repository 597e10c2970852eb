/** Read states of people: acknowledging, unread mentions, and both in READY. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import { startLab } from '../support/gateway-lab.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, out: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: { permissions: '8' } },
      roles: { red: { permissions: '0', members: ['bob'], mentionable: true } },
      channels: {
        general: {},
        random: {},
        hidden: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
      },
    },
  },
}

interface ReadState {
  id: string
  last_message_id: string | null
  mention_count: number
}

describe('read states', () => {
  let lab: Awaited<ReturnType<typeof startLab>>
  before(async () => {
    lab = await startLab({ world })
  })
  after(() => lab.platform.close())

  const channel = (name: string) => lab.channelId('lab', name)
  const ack = (user: string, channelId: string, messageId: string, body: object = {}) =>
    lab.person(user).post(`/channels/${channelId}/messages/${messageId}/ack`, body)

  /** Posts a message and returns its id. */
  async function post(user: string, channelId: string, content: string): Promise<string> {
    const { status, body } = await lab.person(user).post<{ id: string }>(`/channels/${channelId}/messages`, {
      content,
      allowed_mentions: { parse: ['users', 'roles', 'everyone'] },
    })
    assert.equal(status, 200)
    return body.id
  }

  /** Returns the read states that a new session of a user gets, by channel. */
  async function statesOf(user: string): Promise<Map<string, ReadState>> {
    const gateway = await RawGateway.connect(lab.platform.gateway)
    const { read_state } = await gateway.identify<{ read_state: ReadState[] }>({ token: lab.personToken(user) })
    await gateway.close()
    return new Map(read_state.map((state) => [state.id, state]))
  }

  test('an acknowledged message is in READY, and the other sessions of the person receive MESSAGE_ACK', async () => {
    const messageId = await post('ann', channel('general'), 'hello')
    const bob = await lab.personSession('bob')
    const eve = await lab.personSession('eve')
    const { status, body } = await ack('bob', channel('general'), messageId)
    assert.deepEqual([status, body], [200, { token: null }])
    const { d } = await bob.next<Record<string, unknown>>('MESSAGE_ACK')
    assert.equal(typeof d.version, 'number')
    const { version: _, ...fields } = d
    assert.deepEqual(fields, { channel_id: channel('general'), message_id: messageId, mention_count: 0 })
    await eve.none('MESSAGE_ACK', () => lab.settle())
    const state = (await statesOf('bob')).get(channel('general'))
    assert.deepEqual(state, { id: channel('general'), last_message_id: messageId, mention_count: 0 })
    assert.equal((await statesOf('eve')).has(channel('general')), false)
    await Promise.all([bob.close(), eve.close()])
  })

  test('an older message does not move the state back, unless the person marks messages as unread', async () => {
    const [older, newer] = [
      await post('ann', channel('general'), 'one'),
      await post('ann', channel('general'), '<@!1>'),
    ]
    await ack('bob', channel('general'), newer)
    const bob = await lab.personSession('bob')
    await bob.none('MESSAGE_ACK', () => ack('bob', channel('general'), older))
    assert.equal((await statesOf('bob')).get(channel('general'))?.last_message_id, newer)
    await ack('bob', channel('general'), older, { manual: true, mention_count: 7 })
    const { d } = await bob.next<Record<string, unknown>>('MESSAGE_ACK')
    assert.deepEqual([d.message_id, d.manual, d.mention_count], [older, true, 0])
    assert.equal((await statesOf('bob')).get(channel('general'))?.last_message_id, older)
    await bob.close()
  })

  test('a message that does not exist yet counts as the newest one', async () => {
    const newest = await post('ann', channel('random'), 'newest')
    await ack('eve', channel('random'), '9223372036854775000')
    assert.equal((await statesOf('eve')).get(channel('random'))?.last_message_id, newest)
  })

  test('mentions in an archived thread count, also after the guild was loaded anew', async () => {
    const start = (name: string) =>
      lab.person('ann').post<{ id: string }>(`/channels/${channel('general')}/threads`, { name, type: 11 })
    const archive = (id: string) => lab.person('ann').patch(`/channels/${id}`, { archived: true })
    const thread = (await start('quiet')).body.id
    await post('ann', thread, `<@${lab.userId('bob')}>`)
    await archive(thread)
    assert.equal((await statesOf('bob')).get(thread)?.mention_count, 1)
    assert.equal((await statesOf('eve')).has(thread), false)
    if (process.env.GUILDHALL_TEST_STORE === 'postgres') return // Worlds there have no snapshots.
    const { control } = lab.platform
    await control.request('PUT /snapshots/{snapshot_name}', { snapshot_name: 'archived' })
    await control.request('POST /snapshots/{snapshot_name}/restore', { snapshot_name: 'archived' })
    assert.equal((await statesOf('bob')).get(thread)?.mention_count, 1)
  })

  test('unread mentions of the user, a role and everyone count, each message once', async () => {
    const read = await post('ann', channel('random'), 'read')
    await ack('bob', channel('random'), read)
    const role = `<@&${lab.roleId('lab', 'red')}>`
    const first = await post('ann', channel('random'), `<@${lab.userId('bob')}> and ${role} and @everyone`)
    await post('ann', channel('random'), role)
    await post('ann', channel('random'), '@everyone')
    await post('ann', channel('random'), `nothing for bob, but <@${lab.userId('eve')}>`)
    const gone = await post('ann', channel('random'), `<@${lab.userId('bob')}>`)
    assert.equal((await statesOf('bob')).get(channel('random'))?.mention_count, 4)
    assert.equal((await lab.person('ann').delete(`/channels/${channel('random')}/messages/${gone}`)).status, 204)
    assert.equal((await statesOf('bob')).get(channel('random'))?.mention_count, 3)
    const bob = await lab.personSession('bob')
    await ack('bob', channel('random'), first)
    const { d } = await bob.next<Record<string, unknown>>('MESSAGE_ACK')
    assert.equal(d.mention_count, 2)
    await ack('bob', channel('random'), gone)
    assert.equal((await statesOf('bob')).get(channel('random'))?.mention_count, 0)
    await bob.close()
  })

  test('mentions in a channel that the user cannot see are not counted', async () => {
    await post('ann', channel('hidden'), `@everyone <@${lab.userId('bob')}>`)
    assert.equal((await statesOf('bob')).has(channel('hidden')), false)
  })

  test('an author has read their own message, also where they have read nothing before', async () => {
    const other = await lab
      .person('ann')
      .post<{ id: string }>(`/guilds/${lab.guildId('lab')}/channels`, { name: 'new' })
    const messageId = await post('eve', other.body.id, '@everyone')
    assert.deepEqual((await statesOf('eve')).get(other.body.id), {
      id: other.body.id,
      last_message_id: messageId,
      mention_count: 0,
    })
    const { mention_count, last_message_id } = (await statesOf('bob')).get(other.body.id) ?? assert.fail()
    assert.deepEqual([mention_count, last_message_id], [1, null])
    await lab.person('ann').delete(`/channels/${other.body.id}`)
    assert.equal((await statesOf('eve')).has(other.body.id), false)
  })

  test('every message in a DM counts for its recipient', async () => {
    const dm = await lab.person('ann').post<{ id: string }>('/users/@me/channels', { recipient_id: lab.userId('bob') })
    await post('ann', dm.body.id, 'one')
    const last = await post('ann', dm.body.id, 'two')
    assert.deepEqual((await statesOf('bob')).get(dm.body.id), {
      id: dm.body.id,
      last_message_id: null,
      mention_count: 2,
    })
    await ack('bob', dm.body.id, last)
    assert.equal((await statesOf('bob')).get(dm.body.id)?.mention_count, 0)
    assert.equal((await ack('eve', dm.body.id, last)).status, 403)
  })

  test('several channels are acknowledged at once; one that is hidden refuses all of them', async () => {
    const [general, random] = [await post('ann', channel('general'), 'a'), await post('ann', channel('random'), 'b')]
    const hidden = await post('ann', channel('hidden'), 'c')
    const entry = (name: string, message_id: string) => ({ channel_id: channel(name), message_id })
    const bulk = (...read_states: object[]) => lab.person('bob').post('/read-states/ack-bulk', { read_states })
    assert.equal((await bulk(entry('general', general), entry('hidden', hidden))).status, 403)
    assert.notEqual((await statesOf('bob')).get(channel('general'))?.last_message_id, general)
    assert.equal((await bulk(entry('general', general), entry('random', random))).status, 204)
    const states = await statesOf('bob')
    assert.equal(states.get(channel('general'))?.last_message_id, general)
    assert.equal(states.get(channel('random'))?.last_message_id, random)
    assert.equal((await bulk()).status, 400)
  })

  test('bots have no read states and cannot acknowledge', async () => {
    const bot = await lab.connect()
    const ready = await bot.identify({ token: lab.token('app'), intents: 0 })
    assert.equal('read_state' in ready, false)
    await bot.close()
    const messageId = await post('ann', channel('general'), 'x')
    const path = `/channels/${channel('general')}/messages/${messageId}/ack`
    assert.equal((await lab.bot('app').post(path, {})).status, 403)
    assert.equal((await lab.person('out').post(path, {})).status, 403)
  })
})
