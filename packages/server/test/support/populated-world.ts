/**
 * One of each thing that a guild can have, created over HTTP, with the names that path parameters and fields have for
 * them.
 */
import { type Answer, type Api, api, type TestPlatform } from '@guildhall/testing'
import { PIXEL } from './generated-inputs.ts'
import { until } from './until.ts'

/** Ids of existing objects, by the parameter that names them. */
export type Pools = Map<string, string[]>

/** Parameters of one path that belong together. */
export type Place = Record<string, string>

export interface Tokens {
  bot: string
  owner: string
  /** A member without any notable permission. */
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

/** Returns the pool for a parameter or field of this name. */
export function poolOf(field: string): string {
  return ENDINGS.find(([pattern]) => pattern.test(field))?.[1] ?? field
}

type Made = Answer<{ id?: string; code?: string; token?: string; [key: string]: unknown }>

/** Fills the guild of a world with users ann (its owner), bob, cid, dan and the application `app`. */
export async function populate(
  platform: Pick<TestPlatform, 'api' | 'world'>,
): Promise<{ pools: Pools; places: Place[]; tokens: Tokens }> {
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
  const pools: Pools = new Map(
    Object.entries({
      guild_id: [lab.id],
      application_id: [app.id],
      user_id: [...Object.values(world.users).map(({ id }) => id), app.bot?.id ?? ''],
      channel_id: Object.values(lab.channels).map(({ id }) => id),
      sku_id: Object.values(app.skus ?? {}).map(({ id }) => id),
      role_id: [lab.id, ...Object.values(lab.roles).map(({ id }) => id)],
      emoji_name: ['👍', 'x:1', 'nothing'],
      answer_id: ['1', '2', '9'],
      webhook_token: ['wrong'],
      interaction_token: ['wrong'],
      interaction_id: ['1'],
      code: ['nothing'],
    }),
  )
  const places: Place[] = []
  const keep = (name: string, made: Made, around: Place = {}): string => {
    const value = made.body?.[name === 'code' ? 'code' : 'id']
    if (value === undefined || made.status >= 300) return ''
    pools.set(name, [...(pools.get(name) ?? []), String(value)])
    places.push({ ...around, [name]: String(value) })
    return String(value)
  }
  const stage = {
    bot,
    person: api(platform.api, tokens.owner),
    lab,
    app: { id: app.id, skus: pools.get('sku_id') ?? [] },
    keep,
    places,
  }
  await populateChannels(stage, world.users.bob?.id ?? '')
  keep('lobby_id', await bot.post('/lobbies', { members: [{ id: world.users.bob?.id }] }))
  await populateGuild(stage, world.users.dan?.id ?? '')
  return { pools, places, tokens }
}

interface Stage {
  bot: Api
  person: Api
  lab: { id: string; channels: Record<string, { id: string }> }
  app: { id: string; skus: string[] }
  keep: (name: string, made: Made, around?: Place) => string
  places: Place[]
}

const channelOf = ({ lab }: Stage, name: string) => lab.channels[name]?.id ?? ''

async function populateChannels(stage: Stage, friend: string): Promise<void> {
  const { bot, person, keep, places } = stage
  const channel_id = channelOf(stage, 'general')
  const general = `/channels/${channel_id}`
  const answers = [{ poll_media: { text: 'a' } }, { poll_media: { text: 'b' } }]
  const poll = { question: { text: 'Which?' }, answers }
  for (const body of [
    { content: 'hello' },
    { content: 'more', embeds: [{ title: 't' }] },
    { poll },
    { content: 'x' },
  ]) {
    const message_id = keep('message_id', await bot.post(`${general}/messages`, body), { channel_id })
    await bot.put(`${general}/messages/${message_id}/reactions/${encodeURIComponent('👍')}/@me`)
    places.push({ channel_id, message_id, emoji_name: '👍' }, { channel_id, message_id, answer_id: '1' })
  }
  keep('message_id', await person.post(`${general}/messages`, { content: 'of a person' }), { channel_id })
  const news = channelOf(stage, 'news')
  keep('message_id', await bot.post(`/channels/${news}/messages`, { content: 'news' }), { channel_id: news })
  const first = keep('message_id', await bot.post(`${general}/messages`, { content: 'first' }), { channel_id })
  await bot.put(`${general}/messages/pins/${first}`)
  keep('channel_id', await bot.post(`${general}/messages/${first}/threads`, { name: 'a thread' }))
  const post = { name: 'a post', message: { content: 'x' } }
  keep('channel_id', await bot.post(`/channels/${channelOf(stage, 'board')}/threads`, post))
  keep('channel_id', await bot.post('/users/@me/channels', { recipient_id: friend }))
  keep('code', await bot.post(`${general}/invites`, { max_age: 0 }))
  const hook = await bot.post<{ id: string; token: string }>(`${general}/webhooks`, { name: 'hook' })
  const webhook = { webhook_id: keep('webhook_id', hook as Made), webhook_token: hook.body.token }
  places.push(webhook)
  keep(
    'message_id',
    await bot.post(`/webhooks/${hook.body.id}/${hook.body.token}?wait=true`, { content: 'w' }),
    webhook,
  )
}

async function populateGuild(stage: Stage, banned: string): Promise<void> {
  const { bot, keep, lab, app } = stage
  const guild = `/guilds/${lab.id}`
  const guild_id = lab.id
  keep('role_id', await bot.post(`${guild}/roles`, { name: 'made' }), { guild_id })
  keep('emoji_id', await bot.post(`${guild}/emojis`, { name: 'made', image: PIXEL }), { guild_id })
  const application_id = app.id
  keep('emoji_id', await bot.post(`/applications/${app.id}/emojis`, { name: 'own', image: PIXEL }), { application_id })
  keep('code', await bot.post(`${guild}/templates`, { name: 'template' }), { guild_id })
  const test = { sku_id: app.skus[0], owner_id: lab.id, owner_type: 1 }
  keep('entitlement_id', await bot.post(`/applications/${app.id}/entitlements`, test), { application_id })
  const command = { name: 'all', description: 'd' }
  keep('command_id', await bot.post(`/applications/${app.id}/commands`, command), { application_id })
  const here = { application_id, guild_id }
  keep('command_id', await bot.post(`/applications/${app.id}${guild}/commands`, { name: 'here', type: 2 }), here)
  const rule = {
    name: 'r',
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ['bad'] },
    actions: [{ type: 1 }],
  }
  keep('rule_id', await bot.post(`${guild}/auto-moderation/rules`, rule), { guild_id })
  const event = {
    name: 'e',
    entity_type: 2,
    channel_id: channelOf(stage, 'lounge'),
    privacy_level: 2,
    scheduled_start_time: new Date(Date.now() + 3_600_000).toISOString(),
  }
  keep('guild_scheduled_event_id', await bot.post(`${guild}/scheduled-events`, event), { guild_id })
  await bot.post('/stage-instances', { channel_id: channelOf(stage, 'hall'), topic: 't' })
  await bot.put(`${guild}/bans/${banned}`, {})
  const sound = { name: 'beep', sound: `data:audio/ogg;base64,${Buffer.from('OggS').toString('base64')}` }
  keep('sound_id', await bot.post(`${guild}/soundboard-sounds`, sound), { guild_id })
  await searchable(bot, guild)
}

/** The first search indexes the guild in the background, which would look like a write of a refused request. */
async function searchable(bot: Api, guild: string): Promise<void> {
  await until('the guild is indexed', async () => (await bot.get(`${guild}/messages/search`)).status === 200)
}
