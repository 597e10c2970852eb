/** Ids as JSON integers, as libraries of languages with large integers send them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelObject, MemberObject, MessageObject, WebhookObject } from '@guildhall/protocol'
import { api, type ResponseOf } from '@guildhall/testing'
import { ALL_INTENTS, startLab } from '../support/gateway-lab.ts'

type Lab = Awaited<ReturnType<typeof startLab>>

/** JSON in which every id is an integer, which JavaScript itself could not write. */
const asIntegers = (value: unknown): string => JSON.stringify(value).replaceAll(/"(\d{16,})"/g, '$1')

function client(lab: Lab) {
  const bot = lab.bot('app')
  const json = { 'content-type': 'application/json' }
  const send = async (method: 'post' | 'patch' | 'put', path: string, body: unknown) => {
    const response = await bot[method]<MessageObject & ChannelObject & MemberObject & WebhookObject>(
      path,
      asIntegers(body),
      json,
    )
    assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const general = lab.channelId('lab', 'general')
  return { bot, send, guild: `/guilds/${lab.guildId('lab')}`, general, messages: `/channels/${general}/messages` }
}

test('messages accept integers in references, nonces, allowed mentions and bulk deletes', async () => {
  await using lab = await startLab()
  const { bot, send, general, messages } = client(lab)
  const first = await send('post', messages, { content: 'first' })
  const place = { message_id: first.id, channel_id: general, guild_id: lab.guildId('lab') }
  const reply = await send('post', messages, {
    content: 're',
    message_reference: { ...place, fail_if_not_exists: true },
  })
  assert.equal(reply.message_reference?.message_id, first.id)
  const forward = await send('post', messages, { message_reference: { ...place, type: 1 } })
  assert.equal((forward.message_snapshots as unknown[]).length, 1)
  const nonce = await send('post', messages, { content: 'n', nonce: '1759288472991170637', enforce_nonce: true })
  assert.equal(nonce.nonce, '1759288472991170637')
  const again = await send('post', messages, { content: 'n', nonce: '1759288472991170637', enforce_nonce: true })
  assert.equal(again.id, nonce.id)
  const bob = lab.userId('bob')
  const pinged = await send('post', messages, { content: `<@${bob}>`, allowed_mentions: { parse: [], users: [bob] } })
  assert.equal(pinged.mentions[0]?.id, bob)
  await send('post', `${messages}/bulk-delete`, { messages: [first.id, reply.id] })
  assert.equal((await bot.get(`${messages}/${first.id}`)).status, 404)
  assert.equal((await bot.get(`${messages}/${nonce.id}`)).status, 200)
})

test('multipart payload_json accepts integers', async () => {
  await using lab = await startLab()
  const { bot, send, messages } = client(lab)
  const first = await send('post', messages, { content: 'first' })
  const form = new FormData()
  form.set('payload_json', asIntegers({ content: 'file', message_reference: { message_id: first.id } }))
  form.set('files[0]', new Blob(['x']), 'x.txt')
  const { status, body } = await bot.post<MessageObject>(messages, form)
  assert.equal(status, 200)
  assert.equal(body.message_reference?.message_id, first.id)
})

test('channels and roles accept integers in overwrites, parents, positions and member roles', async () => {
  await using lab = await startLab()
  const { bot, send, guild } = client(lab)
  const [red, bob] = [lab.roleId('lab', 'red'), lab.userId('bob')]
  const permission_overwrites = [{ id: red, type: 0, allow: 1024, deny: 0 }]
  const category = await send('post', `${guild}/channels`, { name: 'cat', type: 4 })
  const channel = await send('post', `${guild}/channels`, { name: 'c', parent_id: category.id, permission_overwrites })
  assert.equal(channel.parent_id, category.id)
  assert.equal(channel.permission_overwrites?.[0]?.id, red)
  await send('put', `/channels/${channel.id}/permissions/${bob}`, { id: bob, allow: '1024', deny: '0', type: 1 })
  await send('patch', `/channels/${channel.id}`, {
    permission_overwrites: [{ id: bob, type: 1, allow: '0', deny: '0' }],
  })
  await send('patch', `${guild}/channels`, [{ id: channel.id, position: 0, parent_id: null, lock_permissions: false }])
  const blue = await send('post', `${guild}/roles`, { name: 'blue' })
  await send('patch', `${guild}/roles`, [{ id: blue.id, position: 2 }])
  const member = await send('patch', `${guild}/members/${bob}`, { roles: [red, blue.id] })
  assert.deepEqual(new Set(member.roles), new Set([red, blue.id]))
  const dm = await send('post', '/users/@me/channels', { recipient_id: bob })
  assert.equal(dm.recipients?.[0]?.id, bob)
  assert.equal((await bot.get<ChannelObject>(`/channels/${channel.id}`)).body.parent_id, null)
})

test('an integer next to an id is another id', async () => {
  await using lab = await startLab()
  const { bot, send, messages } = client(lab)
  const first = await send('post', messages, { content: 'first' })
  const body = asIntegers({ content: 'x', message_reference: { message_id: String(BigInt(first.id) + 1n) } })
  assert.equal((await bot.post(messages, body, { 'content-type': 'application/json' })).status, 400)
})

for (const encoding of ['json', 'etf'] as const)
  test(`gateway commands in ${encoding} accept integers`, async () => {
    await using lab = await startLab()
    const gateway = await lab.connect({ encoding })
    await gateway.identify({ token: lab.token('app'), intents: ALL_INTENTS })
    await gateway.next('GUILD_CREATE')
    const bob = lab.userId('bob')
    const members = { guild_id: lab.guildId('lab'), user_ids: [bob], limit: 0, nonce: 'n' }
    if (encoding === 'json') gateway.sendRaw(asIntegers({ op: 8, d: members }))
    else gateway.send(8, { ...members, guild_id: BigInt(members.guild_id), user_ids: [BigInt(bob)] })
    const chunk = await gateway.next('GUILD_MEMBERS_CHUNK')
    assert.equal(chunk.d.members[0]?.user.id, bob)
    const general = await lab
      .bot('app')
      .post<ChannelObject>(`/guilds/${lab.guildId('lab')}/channels`, { name: 'v', type: 2 })
    const voice = { guild_id: lab.guildId('lab'), channel_id: general.body.id, self_mute: false, self_deaf: false }
    if (encoding === 'json') gateway.sendRaw(asIntegers({ op: 4, d: voice }))
    else gateway.send(4, { ...voice, guild_id: BigInt(voice.guild_id), channel_id: BigInt(voice.channel_id) })
    const state = await gateway.next('VOICE_STATE_UPDATE')
    assert.equal(state.d.channel_id, voice.channel_id)
  })

test('webhooks accept integers, in the form of Slack too', async () => {
  await using lab = await startLab()
  const { send, general, messages } = client(lab)
  const webhook = await send('post', `/channels/${general}/webhooks`, { name: 'hook' })
  const url = `/webhooks/${webhook.id}/${webhook.token}`
  const anyone = api(lab.platform.api)
  const headers = { 'content-type': 'application/json' }
  const bob = lab.userId('bob')
  const mention = { content: `<@${bob}>`, allowed_mentions: { users: [bob] } }
  const sent = await anyone.post<ResponseOf<'execute_webhook'>>(`${url}?wait=true`, asIntegers(mention), headers)
  assert.equal(sent.body?.mentions[0]?.id, bob)
  for (const body of [
    asIntegers({ text: 'a', ts: bob }),
    new URLSearchParams({ payload: asIntegers({ text: 'b', ts: bob }) }),
  ])
    assert.equal((await anyone.post(`${url}/slack`, body, body instanceof URLSearchParams ? {} : headers)).status, 200)
  assert.equal((await lab.bot('app').get<MessageObject[]>(messages)).body.length, 3)
})
