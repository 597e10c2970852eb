import type { MessageObject } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { eventSource } from '../command.ts'
import { Id, NoArguments } from '../commands/fields.ts'
import { demandGuild } from '../commands/guilds.ts'
import type { Host } from '../host.ts'
import { memberObject, messageObject, relationshipObject } from '../objects.ts'
import { PseudoScope } from '../scopes.ts'

const { LOCAL, AUTHENTICATED } = PseudoScope

/** Type of a relationship that was removed. */
const NONE = 0

/** A relationship of the person changed, or the presence of a friend did. */
const relationshipUpdate = eventSource({
  name: 'RELATIONSHIP_UPDATE',
  scope: ['relationships.read'],
  args: NoArguments,
  subscribe({ host }, _args, dispatch) {
    // The event about a removal does not describe the user.
    const users = new Map([...host.relationships()].map(({ id, user }) => [id, user]))
    const changed = (id: string) => {
      const relationship = [...host.relationships()].find((one) => one.id === id)
      if (!relationship) return
      users.set(id, relationship.user)
      dispatch(relationshipObject(host, relationship))
    }
    const stops = [
      host.on('RELATIONSHIP_ADD', ({ id }) => changed(id)),
      host.on('RELATIONSHIP_UPDATE', ({ id }) => changed(id)),
      host.on('RELATIONSHIP_REMOVE', ({ id }) => {
        const user = users.get(id)
        users.delete(id)
        if (user) dispatch(relationshipObject(host, { id, user, type: NONE }))
      }),
      host.on('PRESENCE_UPDATE', ({ user, guild_id }) => {
        if (guild_id === undefined) changed(user.id)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
})

/** The person's own profile in a guild. It is dispatched once at the subscription. */
const currentGuildMemberUpdate = eventSource({
  name: 'CURRENT_GUILD_MEMBER_UPDATE',
  scope: [['identify', 'guilds.members.read']],
  args: Type.Object({ guild_id: Id }),
  subscribe({ host }, { guild_id }, dispatch) {
    const { member, guild } = demandGuild(host, guild_id)
    if (member) dispatch(memberObject(guild, member))
    return host.on('GUILD_MEMBER_UPDATE', (changed) => {
      if (changed.guild_id === guild_id && changed.user.id === host.user().id) dispatch(memberObject(guild, changed))
    })
  },
})

/** A message that the person is notified of: in a DM, or one that mentions them. */
const notificationCreate = eventSource({
  name: 'NOTIFICATION_CREATE',
  scope: [['rpc', 'rpc.notifications.read']],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on('MESSAGE_CREATE', (message) => {
      if (!notifies(host, message)) return
      const { channel_id, author, content } = message
      const icon_url = author.avatar ? `${host.addresses.cdn}/avatars/${author.id}/${author.avatar}.png` : null
      dispatch({ channel_id, message: messageObject(message), icon_url, title: titleOf(host, message), body: content })
    }),
})

function notifies(host: Host, { author, channel_id, mentions, mention_everyone }: MessageObject): boolean {
  const own = host.user().id
  const channel = host.channel(channel_id)
  if (author.id === own || !channel) return false
  return channel.guild_id == null || mention_everyone || mentions.some(({ id }) => id === own)
}

/** Returns the name of the author; in a guild with the channel and guild. */
function titleOf(host: Host, { author, channel_id }: MessageObject): string {
  const name = author.global_name ?? author.username
  const channel = host.channel(channel_id)
  const guild = channel?.guild_id == null ? undefined : host.guild(channel.guild_id)?.guild
  return guild ? `${name} (#${channel?.name ?? ''}, ${guild.name})` : name
}

/** Declares one of the events about what the person owns. Clients read `entitlement` or the object itself. */
function entitlementEvent(name: 'ENTITLEMENT_CREATE' | 'ENTITLEMENT_DELETE') {
  return eventSource({
    name,
    scope: [AUTHENTICATED, LOCAL],
    args: NoArguments,
    subscribe: ({ host, session }, _args, dispatch) =>
      host.on(name, (entitlement) => {
        if (entitlement.application_id === session.application.id) dispatch({ ...entitlement, entitlement })
      }),
  })
}

/** The person asks to link their account with the game. (decided: no data) [EVT-20] */
const authorizeRequest = eventSource({
  name: 'AUTHORIZE_REQUEST',
  scope: [],
  args: NoArguments,
  subscribe: ({ host, session }, _args, dispatch) =>
    host.on('AUTHORIZE_REQUEST', ({ application_id }) => {
      if (application_id === session.application.id) dispatch({})
    }),
})

/** Declares an event about something that never changes here. Its state is dispatched once at the subscription. */
function constantEvent(name: string, scope: (string | string[])[], state: object, args = NoArguments) {
  return eventSource({
    name,
    scope,
    args,
    subscribe(_context, _args, dispatch) {
      dispatch(state)
      return () => {}
    },
  })
}

/** Declares an event about something that the platform does not have. */
function unsupportedEvent(name: string, scope: string[], reason: string) {
  return eventSource({
    name,
    scope,
    args: NoArguments,
    subscribe() {
      throw new RpcError('SERVICE_UNAVAILABLE', reason)
    },
  })
}

export const personEvents = [
  relationshipUpdate,
  currentGuildMemberUpdate,
  notificationCreate,
  entitlementEvent('ENTITLEMENT_CREATE'),
  entitlementEvent('ENTITLEMENT_DELETE'),
  authorizeRequest,
  constantEvent('VIDEO_STATE_UPDATE', ['rpc.voice.read', LOCAL], { active: false }),
  constantEvent('SCREENSHARE_STATE_UPDATE', ['rpc.screenshare.read', LOCAL], {
    active: false,
    pid: null,
    application: null,
  }),
  constantEvent(
    'OVERLAY_UPDATE',
    [LOCAL],
    { enabled: false, locked: true },
    Type.Object({ pid: Type.Optional(Type.Integer()) }),
  ),
  unsupportedEvent('OVERLAY', [PseudoScope.PRIVATE], 'There is no overlay.'),
  unsupportedEvent('QUEST_ENROLLMENT_STATUS_UPDATE', ['identify'], 'There are no quests.'),
]
