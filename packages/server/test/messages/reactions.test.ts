/** Reactions: which emojis, who may add and remove, and who hears of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const ALL_INTENTS = 53608447
const { VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, USE_EXTERNAL_EMOJIS, ADD_REACTIONS } = Permission
const everyone = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY

const world = {
  users: { ann: {}, bob: {}, cat: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cat'],
      bots: { app: { permissions: '0' } },
      roles: {
        '@everyone': { permissions: String(everyone) },
        reactors: { permissions: String(ADD_REACTIONS), members: ['bob'] },
        travellers: { permissions: String(ADD_REACTIONS | USE_EXTERNAL_EMOJIS), members: [] as string[] },
      },
      emojis: { party: {} },
      channels: { general: {}, secret: { permission_overwrites: [{ role: '@everyone', deny: String(VIEW_CHANNEL) }] } },
    },
    away: { owner: 'ann', emojis: { far: {} }, channels: { hall: {} } },
  },
}

interface Wire {
  id: string
  code: number
  reactions?: { emoji: { id: string | null; name: string }; count: number }[]
  emoji: { id: string | null; name: string }
  [key: string]: unknown
}

async function start() {
  const platform = await startPlatform({ world, rateLimits: 'off' } as never)
  const filled = platform.world
  assert.ok(filled)
  const person = (name: string) => api(platform.api, filled.users[name]?.token)
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({
    token: filled.applications.app?.bot?.token ?? '',
    intents: ALL_INTENTS & ~((1 << 1) | (1 << 8) | (1 << 15)),
  })
  await gateway.next('GUILD_CREATE')
  const messages = (name: string) => `/channels/${filled.guilds.lab?.channels[name]?.id}/messages`
  return {
    filled,
    gateway,
    ann: person('ann'),
    bob: person('bob'),
    cat: person('cat'),
    messages,
    async write(name = 'general') {
      const { id } = (await person('ann').post<Wire>(messages(name), { content: 'react' })).body
      return `${messages(name)}/${id}`
    },
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await platform.close()
    },
  }
}
const path = (message: string, emoji: string, who = '@me') => `${message}/reactions/${encodeURIComponent(emoji)}/${who}`

test('MESSAGE_REACTION_ADD names the user, the emoji and the author of the message', async () => {
  await using lab = await start()
  const message = await lab.write()
  assert.equal((await lab.bob.put(path(message, '👍'))).status, 204)
  const { member, ...event } = (await lab.gateway.next<Wire>('MESSAGE_REACTION_ADD')).d
  const [, , channel_id, , message_id] = message.split('/')
  const { bob, ann } = lab.filled.users
  assert.deepEqual(event, {
    user_id: bob?.id,
    channel_id,
    message_id,
    guild_id: lab.filled.guilds.lab?.id,
    message_author_id: ann?.id,
    emoji: { id: null, name: '👍' },
    burst: false,
    type: 0,
  })
  assert.equal((member as { user: { id: string } }).user.id, bob?.id)
  assert.equal((await lab.ann.delete(path(message, '👍', bob?.id))).status, 204)
  const removed = (await lab.gateway.next<Wire>('MESSAGE_REACTION_REMOVE')).d
  assert.deepEqual([removed.user_id, removed.burst, removed.type], [bob?.id, false, 0])
  await lab.gateway.none('MESSAGE_REACTION_REMOVE', () => lab.bob.delete(path(message, '👍')))
})

test('ADD_REACTIONS is required only for an emoji that no one has used yet', async () => {
  await using lab = await start()
  const message = await lab.write()
  assert.equal((await lab.cat.put<Wire>(path(message, '👍'))).body.code, 50013)
  assert.equal((await lab.bob.put(path(message, '👍'))).status, 204)
  assert.equal((await lab.cat.put(path(message, '👍'))).status, 204)
  assert.equal((await lab.cat.put<Wire>(path(message, '👎'))).body.code, 50013)
  const users = await lab.cat.get<Wire[]>(`${message}/reactions/${encodeURIComponent('👍')}?limit=1`)
  assert.equal(users.body.length, 1)
  const rest = await lab.cat.get<Wire[]>(
    `${message}/reactions/${encodeURIComponent('👍')}?after=${users.body[0]?.id}&limit=100`,
  )
  assert.equal(rest.body.length, 1)
  assert.notEqual(rest.body[0]?.id, users.body[0]?.id)
  assert.deepEqual((await lab.cat.get(`${message}/reactions/${encodeURIComponent('👍')}?type=1`)).body, [])
  for (const call of [lab.bob.delete, lab.cat.delete]) {
    assert.equal((await call<Wire>(`${message}/reactions`)).body.code, 50013)
    assert.equal((await call<Wire>(`${message}/reactions/${encodeURIComponent('👍')}`)).body.code, 50013)
    assert.equal((await call<Wire>(path(message, '👍', lab.filled.users.ann?.id))).body.code, 50013)
  }
  assert.equal((await lab.ann.delete(`${message}/reactions/${encodeURIComponent('👍')}`)).status, 204)
  assert.equal((await lab.gateway.next<Wire>('MESSAGE_REACTION_REMOVE_EMOJI')).d.emoji.name, '👍')
  assert.equal((await lab.ann.get<Wire>(message)).body.reactions, undefined)
})

test('a message accepts 20 different emojis and rejects the 21st', async () => {
  await using lab = await start()
  const message = await lab.write()
  const emojis = [...'😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗']
  for (const emoji of emojis) assert.equal((await lab.bob.put(path(message, emoji))).status, 204, emoji)
  const refused = await lab.bob.put<Wire>(path(message, '👍'))
  assert.deepEqual([refused.status, refused.body.code], [400, 30010])
  assert.equal((await lab.cat.put(path(message, '😀'))).status, 204)
})

test('custom emojis need the same guild or USE_EXTERNAL_EMOJIS, and unknown ones are rejected', async () => {
  await using lab = await start()
  const message = await lab.write()
  const { party = { id: '' } } = lab.filled.guilds.lab?.emojis ?? {}
  const { far = { id: '' } } = lab.filled.guilds.away?.emojis ?? {}
  assert.equal((await lab.bob.put(path(message, `anything:${party.id}`))).status, 204)
  assert.deepEqual((await lab.gateway.next<Wire>('MESSAGE_REACTION_ADD')).d.emoji, { id: party.id, name: 'party' })
  assert.equal((await lab.bob.put<Wire>(path(message, `far:${far.id}`))).body.code, 10014)
  assert.equal((await lab.ann.put(path(message, `far:${far.id}`))).status, 204)
  for (const unknown of ['x:1', 'word', '1', ' ', '<:x:>', 'x:99999999999999999999999'])
    assert.equal((await lab.ann.put<Wire>(path(message, unknown))).body.code, 10014, unknown)
  const kinds = (await lab.ann.get<Wire>(message)).body.reactions?.map(({ emoji }) => emoji.name)
  assert.deepEqual(kinds, ['party', 'far'])
})

test('reaction events are not sent to users who cannot view the channel', async () => {
  await using lab = await start()
  const message = await lab.write('secret')
  await lab.gateway.none('MESSAGE_REACTION_ADD', () => lab.ann.put(path(message, '👍')))
  assert.equal((await lab.bob.put<Wire>(path(message, '👍'))).body.code, 50001)
})
