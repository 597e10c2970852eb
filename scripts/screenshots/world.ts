/** The world of the pictures: a lively guild with long names, many scripts and every kind of channel. */
import { ChannelType, Permission } from '@guildhall/protocol'

export const PASSWORD = 'correct horse battery staple'
const view = String(Permission.VIEW_CHANNEL)
const ADMINISTRATOR = String(Permission.ADMINISTRATOR)
const PEOPLE = ['erik', 'fatima', 'giulia', 'hiroshi', 'ines', 'jonas', 'katya', 'liam', 'mei', 'noor', 'olga', 'pablo']
const STATUSES = ['online', 'idle', 'dnd', 'offline'] as const

const others = Object.fromEntries(
  PEOPLE.map((name, index) => [
    name,
    {
      global_name: name[0]?.toUpperCase() + name.slice(1),
      presence: { status: STATUSES[index % STATUSES.length] ?? 'online' },
    },
  ]),
)

export const WORLD = {
  users: {
    alice: { password: PASSWORD, global_name: 'Alice', bio: 'Owns the workshop and the Ping application.' },
    bob: {
      password: PASSWORD,
      global_name: 'Bob Builder',
      bio: 'I fix **builds**. Ask me about anything with gears.',
      presence: { status: 'online', activities: [{ name: 'Deep Rock', type: 0, details: 'Digging' }] },
      connections: [{ type: 'github' as const, name: 'bob-builder', verified: true, visibility: 1 }],
    },
    carol: { global_name: 'Donaudampfschifffahrtselektrizit', presence: { status: 'idle' } },
    dana: { global_name: 'مرحبا بالجميع', presence: { status: 'dnd' } },
    zoe: { global_name: 'Zoe' },
    ...others,
  },
  applications: {
    ping: {
      name: 'Ping',
      description: 'Tells whether your services respond, and how fast.',
      owner: 'alice',
      bot: { username: 'ping' },
      intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'],
      redirect_uris: ['http://127.0.0.1:3000/callback'],
      tags: ['monitoring', 'utility'],
      skus: { plan: { name: 'Ping Plus', type: 5 }, credits: { name: 'Hundred credits', type: 3 } },
    },
    quest: {
      name: 'Quest of the Rhabarberbarbarabarbarbarenbartbarbier',
      owner: 'alice',
      bot: { username: 'quest' },
      social_layer: true,
      redirect_uris: ['https://quest.example/callback'],
    },
  },
  guilds: {
    workshop: {
      name: 'Workshop',
      description: 'A place for people who make things.',
      owner: 'alice',
      members: ['bob', 'carol', 'dana', ...PEOPLE],
      features: ['COMMUNITY', 'ENHANCED_ROLE_COLORS', 'VANITY_URL'],
      bots: { ping: { permissions: ADMINISTRATOR } },
      roles: {
        moderators: {
          name: 'Moderators',
          color: 0x3b82f6,
          hoist: true,
          permissions: String(Permission.MANAGE_MESSAGES | Permission.PIN_MESSAGES | Permission.KICK_MEMBERS),
          members: ['bob', 'dana'],
        },
        makers: {
          name: 'Makers of very large wooden machines',
          color: 0xffe600,
          hoist: true,
          members: ['erik', 'mei'],
        },
        guests: { name: 'Guests' },
      },
      channels: {
        welcome: { topic: 'Read this first' },
        talk: { name: 'Talk', type: ChannelType.GUILD_CATEGORY },
        general: { parent: 'talk', topic: 'Anything that has no channel of its own. See https://example.com/rules' },
        random: { parent: 'talk' },
        'a-channel-with-a-very-long-name-that-does-not-fit-into-the-list': { parent: 'talk' },
        news: { parent: 'talk', type: ChannelType.GUILD_ANNOUNCEMENT },
        questions: { parent: 'talk', type: ChannelType.GUILD_FORUM, topic: 'One post for each question.' },
        rooms: { name: 'Rooms', type: ChannelType.GUILD_CATEGORY },
        Lounge: { parent: 'rooms', type: ChannelType.GUILD_VOICE, user_limit: 8 },
        'Town hall': { parent: 'rooms', type: ChannelType.GUILD_STAGE_VOICE },
        backroom: {
          topic: 'For moderators only',
          permission_overwrites: [
            { role: '@everyone', deny: view },
            { role: 'moderators', allow: view },
          ],
        },
      },
      system_channel: 'welcome',
      rules_channel: 'welcome',
      public_updates_channel: 'backroom',
    },
    empty: { name: 'An empty guild with a long name', owner: 'alice', channels: { general: {} } },
  },
}
