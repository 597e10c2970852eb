/** Reactions: which emojis, who may add and remove, and who hears of it. */
import assert from 'node:assert/strict'
import { Intent, type MessageObject, Permission, type UserObject } from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

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

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const test = guildhallTest({ world, resets: true })
const { platform } = test
const messages = (channel: keyof typeof world.guilds.lab.channels = 'general') =>
  `/channels/${platform.lab[channel].id}/messages`
/** Returns the path of a new message. */
async function write(channel?: keyof typeof world.guilds.lab.channels): Promise<string> {
  const { id } = (await platform.ann.api.post<MessageObject>(messages(channel), { content: 'react' })).body
  return `${messages(channel)}/${id}`
}
const watching = () => guildSession(platform.app, Intent.GUILDS | Intent.GUILD_MESSAGE_REACTIONS)
const path = (message: string, emoji: string, who = '@me') => `${message}/reactions/${encodeURIComponent(emoji)}/${who}`

test('members react with an emoji for roles only if they have one of them, or after another reaction', async () => {
  const image = `data:image/png;base64,${PNG}`
  const emojis = `/guilds/${platform.lab.id}/emojis`
  const { reactors, travellers } = platform.lab
  const make = async (name: string, roles: string[]) =>
    (await platform.ann.api.post<{ id: string }>(emojis, { name, image, roles })).body.id
  const theirs = `theirs:${await make('theirs', [reactors.id])}`
  const others = `others:${await make('others', [travellers.id])}`
  assert.equal((await platform.bob.api.put(path(await write(), theirs))).status, 204)
  const message = await write()
  const refused = await platform.bob.api.put(path(message, others))
  assert.deepEqual([refused.status, refused.code], [400, 10014])
  await platform.ann.api.put(`/guilds/${platform.lab.id}/members/${platform.ann.id}/roles/${travellers.id}`)
  assert.equal((await platform.ann.api.put(path(message, others))).status, 204)
  assert.equal((await platform.bob.api.put(path(message, others))).status, 204)
  await platform.ann.api.delete(`/guilds/${platform.lab.id}/roles/${travellers.id}`)
  assert.equal((await platform.bob.api.put(path(await write(), others))).status, 204, 'no role is left')
})

test('MESSAGE_REACTION_ADD names the user, the emoji and the author of the message', async () => {
  await using gateway = await watching()
  const message = await write()
  assert.equal((await platform.bob.api.put(path(message, '👍'))).status, 204)
  const { member, ...event } = (await gateway.next('MESSAGE_REACTION_ADD')).d
  const [, , channel_id, , message_id] = message.split('/')
  const { bob, ann } = platform
  assert.deepEqual(event, {
    user_id: bob.id,
    channel_id,
    message_id,
    guild_id: platform.lab.id,
    message_author_id: ann.id,
    emoji: { id: null, name: '👍' },
    burst: false,
    type: 0,
  })
  assert.equal((member as { user: { id: string } }).user.id, bob.id)
  assert.equal((await platform.ann.api.delete(path(message, '👍', bob.id))).status, 204)
  const removed = (await gateway.next('MESSAGE_REACTION_REMOVE')).d
  assert.deepEqual([removed.user_id, removed.burst, removed.type], [bob.id, false, 0])
  await gateway.none('MESSAGE_REACTION_REMOVE', () => platform.bob.api.delete(path(message, '👍')))
})

test('ADD_REACTIONS is required only for an emoji that no one has used yet', async () => {
  await using gateway = await watching()
  const message = await write()
  assert.equal((await platform.cat.api.put(path(message, '👍'))).code, 50013)
  assert.equal((await platform.bob.api.put(path(message, '👍'))).status, 204)
  assert.equal((await platform.cat.api.put(path(message, '👍'))).status, 204)
  assert.equal((await platform.cat.api.put(path(message, '👎'))).code, 50013)
  const users = await platform.cat.api.get<UserObject[]>(`${message}/reactions/${encodeURIComponent('👍')}?limit=1`)
  assert.equal(users.body.length, 1)
  const rest = await platform.cat.api.get<UserObject[]>(
    `${message}/reactions/${encodeURIComponent('👍')}?after=${users.body[0]?.id}&limit=100`,
  )
  assert.equal(rest.body.length, 1)
  assert.notEqual(rest.body[0]?.id, users.body[0]?.id)
  assert.deepEqual((await platform.cat.api.get(`${message}/reactions/${encodeURIComponent('👍')}?type=1`)).body, [])
  for (const call of [platform.bob.api.delete, platform.cat.api.delete]) {
    assert.equal((await call(`${message}/reactions`)).code, 50013)
    assert.equal((await call(`${message}/reactions/${encodeURIComponent('👍')}`)).code, 50013)
    assert.equal((await call(path(message, '👍', platform.ann.id))).code, 50013)
  }
  assert.equal((await platform.ann.api.delete(`${message}/reactions/${encodeURIComponent('👍')}`)).status, 204)
  assert.equal((await gateway.next('MESSAGE_REACTION_REMOVE_EMOJI')).d.emoji?.name, '👍')
  assert.equal((await platform.ann.api.get<MessageObject>(message)).body.reactions, undefined)
})

test('a message accepts 20 different emojis and rejects the 21st', async () => {
  const message = await write()
  const emojis = [...'😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗']
  for (const emoji of emojis) assert.equal((await platform.bob.api.put(path(message, emoji))).status, 204, emoji)
  const refused = await platform.bob.api.put(path(message, '👍'))
  assert.deepEqual([refused.status, refused.code], [400, 30010])
  assert.equal((await platform.cat.api.put(path(message, '😀'))).status, 204)
})

test('custom emojis need the same guild or USE_EXTERNAL_EMOJIS, and unknown ones are rejected', async () => {
  await using gateway = await watching()
  const message = await write()
  const { party = { id: '' } } = platform.world?.guilds.lab?.emojis ?? {}
  const { far = { id: '' } } = platform.world?.guilds.away?.emojis ?? {}
  assert.equal((await platform.bob.api.put(path(message, `anything:${party.id}`))).status, 204)
  assert.deepEqual((await gateway.next('MESSAGE_REACTION_ADD')).d.emoji, { id: party.id, name: 'party' })
  assert.equal((await platform.bob.api.put(path(message, `far:${far.id}`))).code, 10014)
  assert.equal((await platform.ann.api.put(path(message, `far:${far.id}`))).status, 204)
  for (const unknown of ['x:1', 'word', '1', ' ', '<:x:>', 'x:99999999999999999999999'])
    assert.equal((await platform.ann.api.put(path(message, unknown))).code, 10014, unknown)
  const kinds = (await platform.ann.api.get<MessageObject>(message)).body.reactions?.map(({ emoji }) => emoji.name)
  assert.deepEqual(kinds, ['party', 'far'])
})

test('reaction events are not sent to users who cannot view the channel', async () => {
  await using gateway = await watching()
  const message = await write('secret')
  await gateway.none('MESSAGE_REACTION_ADD', () => platform.ann.api.put(path(message, '👍')))
  assert.equal((await platform.bob.api.put(path(message, '👍'))).code, 50001)
})
