/** A guild whose members use the commands of an application, with the tokens that manage its command permissions. */
import assert from 'node:assert/strict'
import { type ApplicationCommandObject, Permission } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { connect } from './interactions.ts'
import { startWithRows } from './rows.ts'

const CALLBACK = 'https://app.example/callback'
const world = {
  users: { ann: {}, bob: {}, cleo: {}, dan: {}, eve: {} },
  applications: {
    app: { name: 'App', owner: 'ann', bot: {}, client_secret: 'app-secret', redirect_uris: [CALLBACK] },
    other: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cleo', 'dan'],
      bots: { app: {} },
      roles: {
        chiefs: { members: ['dan'] },
        keepers: {
          members: ['cleo'],
          permissions: String(Permission.MANAGE_GUILD | Permission.MANAGE_ROLES | Permission.VIEW_AUDIT_LOG),
        },
        crew: { members: ['bob'] },
      },
      channels: {
        general: {},
        games: {},
        adult: { nsfw: true },
        mute: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.USE_APPLICATION_COMMANDS) }] },
        hidden: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.VIEW_CHANNEL) }] },
      },
    },
    away: { owner: 'bob', channels: { general: {} } },
    far: { owner: 'ann', channels: { general: {} } },
  },
}
/** Returns a slash command with the fields that are required. */
export const slash = (name: string, fields: object = {}) => ({ name, description: 'd', ...fields })

/** Starts the platform, the bot and Bob, and lets Ann and Bob grant the application the right to change permissions. */
export async function startCommandsLab() {
  const stage = await startWithRows({ world })
  const { platform } = stage
  const appId = platform.app.applicationId
  const bot = await connect(platform, `Bot ${platform.app.token}`)
  const bob = await connect(platform, platform.bob.token)
  const channelId = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id
  const commandsPath = () => `/applications/${appId}/commands`

  /** Returns an access token of the application by a grant. */
  async function tokenBy(grant: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ client_id: appId, client_secret: 'app-secret', ...grant })
    const answer = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body })
    assert.equal(answer.status, 200)
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async function permissionsToken(name: 'ann' | 'bob'): Promise<string> {
    const scope = 'applications.commands.permissions.update'
    const asked = new URLSearchParams({ client_id: appId, response_type: 'code', redirect_uri: CALLBACK, scope })
    const person = platform[name].api
    const consent = await person.post<{ location: string }>(`/oauth2/authorize?${asked}`, { authorize: true })
    const code = new URL(consent.body.location).searchParams.get('code') ?? ''
    return await tokenBy({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  }

  const annToken = await permissionsToken('ann')
  return {
    stage,
    platform,
    bot,
    bob,
    annToken,
    bearer: {
      ann: api(platform.api, `Bearer ${annToken}`),
      bob: api(platform.api, `Bearer ${await permissionsToken('bob')}`),
    },
    tokenBy,
    appId: () => appId,
    userId: (name: keyof typeof world.users) => platform[name].id,
    guildId: () => platform.lab.id,
    channelId,
    commandsPath,
    guildPath: () => `/applications/${appId}/guilds/${platform.lab.id}/commands`,
    create: (body: object, path = commandsPath()) => bot.api.post<ApplicationCommandObject>(path, body),

    /** Returns names of the commands that Bob is offered in a channel. */
    async offered(channel: keyof typeof world.guilds.lab.channels): Promise<string[]> {
      const path = `/channels/${channelId(channel)}/application-command-index`
      const { body } = await bob.api.get<{ application_commands: ApplicationCommandObject[] }>(path)
      return body.application_commands.map((command) => command.name)
    },

    async close(): Promise<void> {
      await bot.gateway.close()
      await bob.gateway.close()
      await stage.close()
    },
  }
}
