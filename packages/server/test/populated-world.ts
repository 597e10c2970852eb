/** One of everything that a guild can have, made over HTTP, and how path parameters and fields name them. */
import { type Answer, api, type TestPlatform } from '@guildhall/testing'
import { PIXEL } from './generated-inputs.ts'

/** Ids of what is there, by the parameter that names them. */
export type Pools = Map<string, string[]>

export interface Tokens {
  bot: string
  owner: string
  /** Somebody in the guild without any permission of note. */
  member: string
}

const ENDINGS: readonly [RegExp, string][] = [
  [/guild_scheduled_event_id$|scheduled_event_exception_id$|^event_id$/, 'guild_scheduled_event_id'],
  [/channel_ids?$|^parent_id$|^thread_id$|^channels$/, 'channel_id'],
  [/message_ids?$|^messages$/, 'message_id'],
  [/role_ids?$|roles$|^overwrite_id$/, 'role_id'],
  [/user_ids?$|^users$|^recipients?$|_by$|^owner_id$|^author_id$/, 'user_id'],
  [/emoji_id$/, 'emoji_id'],
  [/sticker_ids?$/, 'sticker_id'],
  [/guild_id$/, 'guild_id'],
  [/application_id$/, 'application_id'],
  [/^(\w+_)?code$/, 'code'],
]

/** The pool for a parameter or field of this name. */
export function poolOf(field: string): string {
  return ENDINGS.find(([pattern]) => pattern.test(field))?.[1] ?? field
}

type Made = Answer<{ id?: string; code?: string; token?: string; [key: string]: unknown }>

/** Fills the guild of a world with users ann (its owner), bob, cid, dan and the application `app`. */
export async function populate(platform: TestPlatform): Promise<{ pools: Pools; tokens: Tokens }> {
  const { world } = platform
  const lab = world?.guilds.lab
  const app = world?.applications.app
  if (!world || !lab || !app) throw new Error('the world has no lab')
  const tokens = {
    bot: `Bot ${app.bot?.token}`,
    owner: world.users.ann?.token ?? '',
    member: world.users.bob?.token ?? '',
  }
  const bot = api(platform.api, tokens.bot)
  const owner = api(platform.api, tokens.owner)
  const channel = (name: string) => lab.channels[name]?.id ?? ''
  const pools: Pools = new Map(
    Object.entries({
      guild_id: [lab.id],
      application_id: [app.id],
      user_id: [...Object.values(world.users).map(({ id }) => id), app.bot?.id ?? ''],
      channel_id: Object.values(lab.channels).map(({ id }) => id),
      role_id: [lab.id, ...Object.values(lab.roles).map(({ id }) => id)],
      emoji_name: ['👍', 'x:1', 'nothing'],
      answer_id: ['1', '2', '9'],
      webhook_token: ['wrong'],
      interaction_token: ['wrong'],
      interaction_id: ['1'],
      code: ['nothing'],
    }),
  )
  const keep = (name: string, made: Made) => {
    const value = name.endsWith('code') ? made.body?.code : name.endsWith('token') ? made.body?.token : made.body?.id
    if (value !== undefined && made.status < 300) pools.set(name, [...(pools.get(name) ?? []), String(value)])
    return made
  }
  const guild = `/guilds/${lab.id}`
  const general = `/channels/${channel('general')}`
  const poll = { question: { text: 'Which?' }, answers: [{ poll_media: { text: 'a' } }, { poll_media: { text: 'b' } }] }
  const messages = [{ content: 'hello' }, { content: 'more', embeds: [{ title: 't' }] }, { poll }, { content: 'last' }]
  for (const body of messages) keep('message_id', await bot.post(`${general}/messages`, body))
  keep('message_id', await owner.post(`${general}/messages`, { content: 'of a person' }))
  keep('message_id', await bot.post(`/channels/${channel('news')}/messages`, { content: 'news' }))
  const [first] = pools.get('message_id') ?? []
  await bot.put(`${general}/messages/pins/${first}`)
  await bot.put(`${general}/messages/${first}/reactions/${encodeURIComponent('👍')}/@me`)
  keep('channel_id', await bot.post(`${general}/messages/${first}/threads`, { name: 'a thread' }))
  keep(
    'channel_id',
    await bot.post(`/channels/${channel('board')}/threads`, { name: 'a post', message: { content: 'x' } }),
  )
  keep('channel_id', await bot.post('/users/@me/channels', { recipient_id: world.users.bob?.id }))
  keep('role_id', await bot.post(`${guild}/roles`, { name: 'made' }))
  keep('emoji_id', await bot.post(`${guild}/emojis`, { name: 'made', image: PIXEL }))
  keep('emoji_id', await bot.post(`/applications/${app.id}/emojis`, { name: 'own', image: PIXEL }))
  keep('webhook_token', keep('webhook_id', await bot.post(`${general}/webhooks`, { name: 'hook' })))
  keep('code', await bot.post(`${general}/invites`, { max_age: 0 }))
  keep('code', await bot.post(`${guild}/templates`, { name: 'template' }))
  keep('command_id', await bot.post(`/applications/${app.id}/commands`, { name: 'all', description: 'd' }))
  keep('command_id', await bot.post(`/applications/${app.id}/guilds/${lab.id}/commands`, { name: 'here', type: 2 }))
  keep(
    'rule_id',
    await bot.post(`${guild}/auto-moderation/rules`, {
      name: 'r',
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ['bad'] },
      actions: [{ type: 1 }],
    }),
  )
  const start = new Date(Date.now() + 3_600_000).toISOString()
  keep(
    'guild_scheduled_event_id',
    await bot.post(`${guild}/scheduled-events`, {
      name: 'e',
      entity_type: 2,
      channel_id: channel('lounge'),
      privacy_level: 2,
      scheduled_start_time: start,
    }),
  )
  await bot.post('/stage-instances', { channel_id: channel('hall'), topic: 't' })
  await bot.put(`${guild}/bans/${world.users.dan?.id}`, {})
  keep(
    'sound_id',
    await bot.post(`${guild}/soundboard-sounds`, { name: 'beep', sound: 'data:audio/ogg;base64,T2dnUw==' }),
  )
  return { pools, tokens }
}
