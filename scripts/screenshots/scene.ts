/** Fills the world of the pictures with conversations, posts, events and settings, by the API. */
import { type Api, api, startPlatform, type TestPlatform } from '@guildhall/testing'
import { PNG } from '../../packages/web/test/support/picture.ts'
import { PASSWORD, WORLD } from './world.ts'

const HOUR_MS = 3_600_000

/** A filled platform, and the ids that its pages need. */
export interface Scene {
  readonly platform: TestPlatform
  readonly person: { readonly username: string; readonly password: string }
  readonly guildId: string
  readonly emptyGuildId: string
  readonly channelIds: Readonly<Record<string, string>>
  readonly applications: { readonly ping: string; readonly quest: string }
  readonly dmId: string
  readonly groupId: string
  readonly threadId: string
  readonly eventId: string
  readonly inviteCode: string
  /** Turns raid mode on, in which nobody can register. */
  startRaid(): Promise<unknown>
}

type Voice = 'alice' | 'bob' | 'carol' | 'dana' | 'ping'
type Callers = Readonly<Record<Voice, Api>>

/** Starts the platform and writes what the pages show. */
export async function openScene(): Promise<Scene> {
  const platform = await startPlatform({ world: WORLD, rateLimits: 'off', tape: true })
  const operator = api(platform.api, `Bearer ${platform.control.key}`)
  const settings = { registration: 'open', terms_url: `${platform.url}/terms`, operator_second_factor: false }
  await operator.patch('/admin/settings', settings)
  const { users, applications, guilds } = platform.world ?? { users: {}, applications: {}, guilds: {} }
  const { ping, quest } = applications
  const { workshop, empty } = guilds
  if (!ping?.bot || !quest || !workshop || !empty) throw new Error('the world of the pictures has changed')
  await operator.patch(`/admin/users/${users.alice?.id}`, { role: 'owner' })
  await operator.post('/admin/invites', { uses: 5 })
  const as = (name: string) => api(platform.api, users[name]?.token ?? '')
  const callers: Callers = {
    alice: as('alice'),
    bob: as('bob'),
    carol: as('carol'),
    dana: as('dana'),
    ping: api(platform.api, `Bot ${ping.bot.token}`),
  }
  const channelIds = Object.fromEntries(Object.entries(workshop.channels).map(([key, { id }]) => [key, id]))
  const idOf = (name: string) => users[name]?.id ?? ''
  const befriend = async (one: string, other: string) => {
    await created(as(one).put(`/users/@me/relationships/${idOf(other)}`, {}))
    await created(as(other).put(`/users/@me/relationships/${idOf(one)}`, {}))
  }
  for (const friend of ['bob', 'carol', 'dana', 'erik']) await befriend('alice', friend)
  await created(as('fatima').put(`/users/@me/relationships/${idOf('alice')}`, {}))
  await talk(channelIds.general ?? '', callers, idOf)
  const dm = await created(callers.bob.post('/users/@me/channels', { recipient_id: idOf('alice') }))
  for (const content of ['Hey, are you there?', 'Can you look at the **welcome** message?'])
    await created(callers.bob.post(`/channels/${dm.id}/messages`, { content }))
  const group = await created(
    callers.alice.post('/users/@me/channels', { recipients: ['bob', 'carol', 'dana'].map(idOf) }),
  )
  await created(callers.dana.post(`/channels/${group.id}/messages`, { content: 'متى نلتقي؟' }))
  await created(callers.carol.post(`/channels/${group.id}/messages`, { content: 'On Friday, as always.' }))
  const thread = await created(
    callers.bob.post(`/channels/${channelIds.random}/threads`, { name: 'Where to eat on Friday', type: 11 }),
  )
  await created(callers.bob.post(`/channels/${thread.id}/messages`, { content: 'The usual place is closed.' }))
  await created(callers.alice.put(`/channels/${thread.id}/thread-members/@me`))
  await moderate(operator, channelIds.general ?? '', callers)
  await fillForum(channelIds.questions ?? '', callers)
  const eventId = await planEvents(workshop.id, channelIds.Lounge ?? '', callers.alice)
  await configure(workshop.id, channelIds, callers, idOf('zoe'))
  const invite = await created<{ code: string }>(callers.alice.post(`/channels/${channelIds.general}/invites`, {}))
  await registerCommands(ping.id, callers.ping)
  return {
    platform,
    person: { username: 'alice', password: PASSWORD },
    guildId: workshop.id,
    emptyGuildId: empty.id,
    channelIds,
    applications: { ping: ping.id, quest: quest.id },
    dmId: dm.id,
    groupId: group.id,
    threadId: thread.id,
    eventId,
    inviteCode: invite.code,
    startRaid: () => created(operator.post('/admin/raid', { active: true })),
  }
}

/** Returns the body of a request that must succeed. */
async function created<T = { id: string }>(request: Promise<{ status: number; body: unknown }>): Promise<T> {
  const { status, body } = await request
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}

/** Has people report a message and a person, and operators block a word. */
async function moderate(operator: Api, channelId: string, { alice, bob, carol }: Callers): Promise<void> {
  const bad = await created(
    bob.post(`/channels/${channelId}/messages`, { content: 'Buy coins at https://coins.example' }),
  )
  const target = { channel_id: channelId, message_id: bad.id, reason: 1 }
  await created(alice.post('/report', { ...target, text: 'He posts this every day.' }))
  await created(carol.post('/report', target))
  await created(operator.post('/admin/blocks', { kind: 'word', value: 'free coins', note: 'spam of March' }))
}

/** Lets people and the bot talk in a channel, with each common kind of content. */
async function talk(channelId: string, callers: Callers, idOf: (name: string) => string): Promise<void> {
  const say = async (who: Voice, body: object) =>
    (await created(callers[who].post(`/channels/${channelId}/messages`, body))).id
  const react = (who: Voice, message: string, emoji: string) =>
    created(callers[who].put(`/channels/${channelId}/messages/${message}/reactions/${encodeURIComponent(emoji)}/@me`))
  await say('alice', { content: 'Good morning. The **new build** is up: who has time to try it?' })
  const offer = await say('bob', { content: `I do. Which part first, <@${idOf('alice')}>?` })
  await say('alice', {
    content: 'The sign-in. Steps:\n1. Open the page\n2. Sign in as `carol`\n3. Reload\n> It should stay signed in.',
    message_reference: { message_id: offer },
  })
  await say('alice', { content: 'And then the rest, if there is time.' })
  const code = await say('carol', { content: '```ts\nclient.on(Events.MessageCreate, reply)\n```\n||It works here||' })
  await react('bob', code, '🎉')
  await react('alice', code, '🎉')
  await react('dana', code, '👀')
  await callers.alice.put(`/channels/${channelId}/messages/pins/${code}`)
  await say('dana', {
    content: 'مرحبا بالجميع، and a long word: Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  })
  await say('bob', { content: '🎉🚀' })
  await say('ping', {
    content: 'Results of the night',
    embeds: [
      {
        title: 'Checks',
        url: 'https://example.com/checks',
        description: 'All checks passed. The slowest was `browser` with 51 seconds.',
        color: 0x1f8a70,
        author: { name: 'Nightly' },
        fields: [
          { name: 'Tests', value: '1,204', inline: true },
          { name: 'Duration', value: '4 min 51 s', inline: true },
          { name: 'Branch', value: 'main' },
        ],
        footer: { text: 'run 4711' },
        timestamp: '2026-01-05T06:12:00.000Z',
      },
    ],
    components: [
      {
        type: 1,
        components: [
          { type: 2, style: 1, label: 'Run again', custom_id: 'again' },
          { type: 2, style: 2, label: 'Details', custom_id: 'details' },
          { type: 2, style: 4, label: 'Delete', custom_id: 'delete' },
          { type: 2, style: 5, label: 'Open the report', url: 'https://example.com' },
        ],
      },
      {
        type: 1,
        components: [
          {
            type: 3,
            custom_id: 'where',
            placeholder: 'Choose a machine',
            options: ['Laptop', 'Server'].map((label) => ({ label, value: label })),
          },
        ],
      },
    ],
  })
  await say('carol', {
    poll: {
      question: { text: 'When do we meet?' },
      answers: ['Monday at nine', 'Friday at noon'].map((text) => ({ poll_media: { text } })),
      duration: 24,
      allow_multiselect: false,
    },
  })
}

async function fillForum(forumId: string, { alice, bob, carol }: Callers): Promise<void> {
  const available_tags = [{ name: 'Wood' }, { name: 'Metal', emoji_name: '⚙️' }, { name: 'Solved' }]
  const { available_tags: tags } = await created<{ available_tags: { id: string }[] }>(
    alice.patch(`/channels/${forumId}`, { available_tags }),
  )
  const posts = [
    [bob, 'Which glue for outdoor furniture?', 'It rains here for half of the year.'],
    [carol, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'What is it?'],
    [alice, 'How to sharpen a chisel', 'A short guide with pictures.'],
  ] as const
  for (const [index, [author, name, content]] of posts.entries()) {
    const applied_tags = tags.slice(index, index + 2).map(({ id }) => id)
    await created(author.post(`/channels/${forumId}/threads`, { name, applied_tags, message: { content } }))
  }
}

/** Plans an event in a voice channel and a series somewhere else. Returns the id of the series. */
async function planEvents(guildId: string, voiceId: string, alice: Api): Promise<string> {
  const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString()
  await created(
    alice.post(`/guilds/${guildId}/scheduled-events`, {
      name: 'Evening of games',
      privacy_level: 2,
      entity_type: 2,
      channel_id: voiceId,
      scheduled_start_time: at(30),
    }),
  )
  const start = at(100)
  const series = await created(
    alice.post(`/guilds/${guildId}/scheduled-events`, {
      name: 'Open workshop with an introduction to the large saw and its many safety rules',
      description: 'Bring **your own** gloves. Tea and cake are there.',
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: 'The old mill, 2nd floor' },
      scheduled_start_time: start,
      scheduled_end_time: at(103),
      recurrence_rule: { start, frequency: 2, interval: 1, by_weekday: [(new Date(start).getUTCDay() + 6) % 7] },
    }),
  )
  return series.id
}

/** Gives the sections of the guild's settings something to list. */
async function configure(
  guildId: string,
  channelIds: Readonly<Record<string, string>>,
  callers: Callers,
  strangerId: string,
) {
  const { alice } = callers
  const image = `data:image/png;base64,${PNG.toString('base64')}`
  for (const name of ['gear', 'hammer']) await created(alice.post(`/guilds/${guildId}/emojis`, { name, image }))
  await created(alice.put(`/guilds/${guildId}/bans/${strangerId}`, {}))
  await created(alice.post(`/channels/${channelIds.news}/webhooks`, { name: 'Release notes' }))
  await created(
    alice.post(`/guilds/${guildId}/auto-moderation/rules`, {
      name: 'No shouting',
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: ['aaaah', 'oooh'] },
      actions: [{ type: 1 }],
      enabled: true,
    }),
  )
  await created(
    alice.patch(`/guilds/${guildId}/welcome-screen`, {
      enabled: true,
      description: 'A place for people who make things.',
      welcome_channels: [{ channel_id: channelIds.general, description: 'Say hello' }],
    }),
  )
}

async function registerCommands(applicationId: string, bot: Api): Promise<void> {
  await created(
    bot.put(`/applications/${applicationId}/commands`, [
      { name: 'ping', description: 'Tells how fast the bot responds' },
      {
        name: 'remind',
        description: 'Reminds you of something',
        options: [
          { type: 3, name: 'text', description: 'What to remember', required: true },
          { type: 4, name: 'minutes', description: 'When', min_value: 1 },
        ],
      },
      { name: 'Count words', type: 3 },
    ]),
  )
}
