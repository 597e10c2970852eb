/** Commands that show something of the platform in the person's client. */
import type { InviteObject } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError, type RpcErrorCode } from '../codes.ts'
import { command } from '../command.ts'
import { type Host, HostRefusal } from '../host.ts'
import { PseudoScope } from '../scopes.ts'
import { Id, NullableId, Text, Timeout } from './fields.ts'
import { channelObject, demandChannel } from './guilds.ts'

const { LOCAL, PRIVATE } = PseudoScope
const { Optional } = Type

/** Returns the address of a channel's page. */
function channelPath(host: Host, channelId: string, messageId = ''): string {
  const { guild_id } = demandChannel(host, channelId)
  return `/channels/${guild_id ?? '@me'}/${channelId}${messageId && `/${messageId}`}`
}

const selectTextChannel = command({
  name: 'SELECT_TEXT_CHANNEL',
  scope: ['rpc'],
  args: Type.Object({ channel_id: NullableId, timeout: Timeout }),
  async run({ host }, { channel_id }) {
    if (channel_id === null) {
      await host.window?.open('/channels/@me')
      return null
    }
    const channel = demandChannel(host, channel_id)
    await host.window?.open(channelPath(host, channel_id))
    return channelObject(host, channel)
  },
})

const openMessage = command({
  name: 'OPEN_MESSAGE',
  scope: [LOCAL],
  args: Type.Object({
    guild_id: Optional(NullableId),
    channel_id: Id,
    message_id: Id,
    pid: Optional(Type.Integer()),
  }),
  async run({ host }, { channel_id, message_id }) {
    const path = channelPath(host, channel_id, message_id)
    await openPage(host, path)
  },
})

/** Addresses of the pages that the web app has, by type of link. */
const DEEP_LINKS: Readonly<Record<string, (host: Host, params: DeepLinkParams) => string>> = {
  CHANNEL: (host, { channelId, messageId }) =>
    channelId === undefined ? '/channels/@me' : channelPath(host, channelId, messageId),
  USER_SETTINGS: () => '/settings/profile',
  PICK_GUILD_SETTINGS: (_host, { guildId }) =>
    guildId === undefined ? '/channels/@me' : `/guilds/${guildId}/settings/overview`,
  OAUTH2: (_host, { applicationId }) =>
    applicationId === undefined ? '/settings/apps' : `/oauth2/authorize?client_id=${applicationId}`,
}
const DEEP_LINK_TYPES = [
  ...['USER_SETTINGS', 'CHANGELOG', 'LIBRARY', 'STORE_HOME', 'STORE_LISTING', 'CHANNEL', 'GAME_SHOP'],
  ...['PICK_GUILD_SETTINGS', 'QUEST_HOME', 'DISCOVERY_GAME_RESULTS', 'OAUTH2', 'FEATURES', 'SHOP', 'ACTIVITIES'],
  ...['QUEST_PREVIEW_TOOL', 'ONE_TIME_LOGIN'],
]
interface DeepLinkParams {
  readonly guildId?: string
  readonly channelId?: string
  readonly messageId?: string
  readonly applicationId?: string
}

/** Opens a page of the client. Links to pages that the web app does not have open its first page. */
const deepLink = command({
  name: 'DEEP_LINK',
  scope: [LOCAL, PRIVATE],
  args: Type.Object({
    type: Type.Enum(DEEP_LINK_TYPES),
    params: Optional(
      Type.Object({
        guildId: Optional(Id),
        channelId: Optional(Type.Union([Id, Type.Literal('@me')])),
        messageId: Optional(Id),
        applicationId: Optional(Id),
      }),
    ),
  }),
  async run({ host }, { type, params = {} }) {
    const { channelId, ...rest } = params
    const ids = channelId === undefined || channelId === '@me' ? rest : { ...rest, channelId }
    await openPage(host, DEEP_LINKS[type]?.(host, ids) ?? '/')
  },
})

const inviteBrowser = command({
  name: 'INVITE_BROWSER',
  scope: [PRIVATE],
  args: Type.Object({ code: Text(100) }),
  async run({ host }, { code }) {
    const path = `/invites/${encodeURIComponent(code)}?with_counts=true`
    const invite = await orUnknown('INVALID_INVITE', `Invalid invite: ${code}`, () =>
      host.request<InviteObject>('GET', path),
    )
    await host.window?.open(`/invite/${encodeURIComponent(code)}`)
    return { invite, code }
  },
})

/** Shows an invite. Without an overlay, the client itself shows it. */
const openGuildInvite = command({
  name: 'OPEN_OVERLAY_GUILD_INVITE',
  scope: [LOCAL],
  args: Type.Object({ code: Text(100), pid: Type.Integer() }),
  async run({ host }, { code }) {
    await openPage(host, `/invite/${encodeURIComponent(code)}`)
  },
})

/** Fields of a guild template, as `GET /guilds/templates/{code}` returns them. */
interface Template {
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly creator_id: string
  readonly creator: object
  readonly created_at: string
  readonly updated_at: string
  readonly source_guild_id: string
  readonly serialized_source_guild: object
  readonly usage_count: number
  readonly is_dirty: boolean | null
}

const guildTemplateBrowser = command({
  name: 'GUILD_TEMPLATE_BROWSER',
  scope: [PRIVATE],
  args: Type.Object({ code: Text(100) }),
  async run({ host }, { code }) {
    const template = await orUnknown('INVALID_GUILD_TEMPLATE', `Invalid guild template: ${code}`, () =>
      host.request<Template>('GET', `/guilds/templates/${encodeURIComponent(code)}`),
    )
    await host.window?.open(`/template/${encodeURIComponent(code)}`)
    return { guildTemplate: templateObject(template), code }
  },
})

function templateObject(template: Template): object {
  return {
    code: template.code,
    state: 'RESOLVED',
    name: template.name,
    description: template.description ?? '',
    creatorId: template.creator_id,
    creator: template.creator,
    createdAt: template.created_at,
    updatedAt: template.updated_at,
    sourceGuildId: template.source_guild_id,
    serializedSourceGuild: template.serialized_source_guild,
    usageCount: template.usage_count,
    isDirty: template.is_dirty,
  }
}

/** The platform has no gifts, so that each code is unknown. */
const giftCodeBrowser = command({
  name: 'GIFT_CODE_BROWSER',
  scope: [PRIVATE],
  args: Type.Object({ code: Text(100) }),
  run(_context, { code }) {
    throw new RpcError('INVALID_GIFT_CODE', `Invalid gift code: ${code}`)
  },
})

export const pageCommands = [
  selectTextChannel,
  openMessage,
  deepLink,
  inviteBrowser,
  openGuildInvite,
  guildTemplateBrowser,
  giftCodeBrowser,
]

/** @throws RpcError 1001 if no window can show the page */
async function openPage({ window }: Host, path: string): Promise<void> {
  if (!(await window?.open(path))) throw new RpcError('SERVICE_UNAVAILABLE', 'No client with a window is open.')
}

/** Turns a response 404 into an error of RPC. */
async function orUnknown<T>(error: keyof typeof RpcErrorCode, message: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    if (cause instanceof HostRefusal && cause.status === 404) throw new RpcError(error, message)
    throw cause
  }
}
