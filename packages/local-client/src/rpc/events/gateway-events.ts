import type { ChannelObject } from '@guildhall/protocol'
import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { type Context, eventSource } from '../command.ts'
import { Id, NoArguments } from '../commands/fields.ts'
import { demandChannel, demandGuild, guildObject, voiceStateObject } from '../commands/guilds.ts'
import { messageObject, rpcUser } from '../objects.ts'
import { PseudoScope } from '../scopes.ts'

const currentUserUpdate = eventSource({
  name: 'CURRENT_USER_UPDATE',
  scope: [PseudoScope.LOCAL, 'identify'],
  args: NoArguments,
  subscribe({ host }, _args, dispatch) {
    dispatch(rpcUser(host.user()))
    return host.on('USER_UPDATE', (user) => dispatch(rpcUser(user)))
  },
})

/** A guild changed. `online` is always 0. [RPC-8] */
const guildStatus = eventSource({
  name: 'GUILD_STATUS',
  scope: ['rpc'],
  args: Type.Object({ guild_id: Id }),
  subscribe({ host }, { guild_id }, dispatch) {
    demandGuild(host, guild_id)
    return host.on('GUILD_UPDATE', ({ id }) => {
      const known = host.guild(id)
      if (id === guild_id && known) dispatch({ guild: guildObject(host, known), online: 0 })
    })
  },
})

const guildCreate = eventSource({
  name: 'GUILD_CREATE',
  scope: ['rpc'],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on('GUILD_CREATE', ({ id, name, unavailable }) => {
      if (unavailable !== true) dispatch({ id, name })
    }),
})

const channelCreate = eventSource({
  name: 'CHANNEL_CREATE',
  scope: ['rpc'],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on('CHANNEL_CREATE', ({ id, name, type }) => dispatch({ id, name: name ?? '', type })),
})

/** Scope for messages of channels that the application does not manage. */
const MESSAGES_READ = 'messages.read'

/** @throws RpcError INVALID_PERMISSIONS without `messages.read`, unless the application created the channel */
function demandMayRead({ session }: Context, { id, application_id }: ChannelObject): void {
  if (session.has(MESSAGES_READ) || application_id === session.application.id) return
  throw new RpcError('INVALID_PERMISSIONS', `messages of the channel ${id} need the scope ${MESSAGES_READ}`)
}

/** Declares one of the three events about messages of a channel. */
function messageEvent(name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE' | 'MESSAGE_DELETE') {
  return eventSource({
    name,
    scope: ['rpc'],
    args: Type.Object({ channel_id: Id }),
    subscribe(context, { channel_id }, dispatch) {
      const { host } = context
      demandMayRead(context, demandChannel(host, channel_id))
      if (name === 'MESSAGE_DELETE')
        return host.on(name, (message) => {
          if (message.channel_id === channel_id) dispatch({ channel_id, message: { id: message.id } })
        })
      return host.on(name, (message) => {
        if (message.channel_id === channel_id) dispatch({ channel_id, message: messageObject(message) })
      })
    },
  })
}

/** Declares one of the three events about the voice states of a channel. */
function voiceStateEvent(
  name: 'VOICE_STATE_CREATE' | 'VOICE_STATE_UPDATE' | 'VOICE_STATE_DELETE',
  applies: (isHere: boolean, wasHere: boolean) => boolean,
) {
  return eventSource({
    name,
    scope: ['rpc', 'rpc.voice.read'],
    args: Type.Object({ channel_id: Id }),
    subscribe({ host }, { channel_id }, dispatch) {
      const channel = demandChannel(host, channel_id)
      const states = channel.guild_id == null ? [] : [...(host.guild(channel.guild_id)?.voiceStates.values() ?? [])]
      const here = new Set(states.filter((state) => state.channel_id === channel_id).map(({ user_id }) => user_id))
      return host.on('VOICE_STATE_UPDATE', (state) => {
        const isHere = state.channel_id === channel_id
        const wasHere = here.has(state.user_id)
        if (isHere) here.add(state.user_id)
        else here.delete(state.user_id)
        if (applies(isHere, wasHere)) dispatch(voiceStateObject(host, state))
      })
    },
  })
}

export const gatewayEvents = [
  currentUserUpdate,
  guildStatus,
  guildCreate,
  channelCreate,
  messageEvent('MESSAGE_CREATE'),
  messageEvent('MESSAGE_UPDATE'),
  messageEvent('MESSAGE_DELETE'),
  voiceStateEvent('VOICE_STATE_CREATE', (isHere, wasHere) => isHere && !wasHere),
  voiceStateEvent('VOICE_STATE_UPDATE', (isHere, wasHere) => isHere && wasHere),
  voiceStateEvent('VOICE_STATE_DELETE', (isHere, wasHere) => !isHere && wasHere),
]
