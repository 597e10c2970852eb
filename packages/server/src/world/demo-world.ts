import { ChannelType, Permission } from '@guildhall/protocol'
import type { World } from './world.ts'

/** The world of an empty platform without a world file: enough to sign in, talk, and connect a first bot. */
export function demoWorld(): World {
  const view = String(Permission.VIEW_CHANNEL)
  return {
    users: {
      alice: { username: 'alice', global_name: 'Alice', bio: 'Owns the workshop and the Ping application.' },
      bob: { username: 'bob', global_name: 'Bob' },
      carol: { username: 'carol', global_name: 'Carol' },
    },
    applications: {
      ping: {
        name: 'Ping',
        description: 'A first bot: connect your program with its token.',
        owner: 'alice',
        bot: { username: 'ping' },
        intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'],
        redirect_uris: ['http://127.0.0.1:3000/callback'],
      },
    },
    guilds: {
      workshop: {
        name: 'Workshop',
        owner: 'alice',
        members: ['bob', 'carol'],
        bots: { ping: { permissions: String(Permission.ADMINISTRATOR) } },
        roles: {
          moderators: {
            name: 'Moderators',
            color: 0x3b82f6,
            hoist: true,
            permissions: String(Permission.MANAGE_MESSAGES | Permission.PIN_MESSAGES | Permission.KICK_MEMBERS),
            members: ['bob'],
          },
        },
        channels: {
          talk: { name: 'Talk', type: ChannelType.GUILD_CATEGORY },
          general: { parent: 'talk', topic: 'Say hello' },
          Lounge: { parent: 'talk', type: ChannelType.GUILD_VOICE },
          backroom: {
            topic: 'For moderators only',
            permission_overwrites: [
              { role: '@everyone', deny: view },
              { role: 'moderators', allow: view },
            ],
          },
        },
        system_channel: 'general',
      },
    },
  }
}
