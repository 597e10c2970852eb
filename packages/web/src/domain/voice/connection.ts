import { allowed, type Decision } from '@guildhall/client/questions'
import type { OwnVoice } from '@guildhall/client/records'
import { type ChannelObject, GatewayOp } from '@guildhall/protocol'
import type { Client } from '../../gateway/client.ts'
import { mayJoin, ownVoiceState } from './voice-states.ts'

/**
 * Joins a voice channel, or the call of a direct message, which begins with the first who joins. A person is in one
 * channel at a time, so that another guild's is left. Returns null without a connection; `joinText` has the words.
 */
export function joinVoice(client: Client, channel: ChannelObject): Decision | null {
  const { state } = client
  const { guild_id: guildId = null } = channel
  if (ownVoiceState(state)?.channel_id === channel.id) return allowed
  const decision = mayJoin(state, channel)
  if (!decision.ok) return decision
  const { target } = state.voice
  if (target && target.guildId !== guildId)
    client.send(GatewayOp.VOICE_STATE_UPDATE, { guild_id: target.guildId, channel_id: null })
  // A camera stays on through a move, and is off at the begin.
  client.do('voice changed', {
    target: { guildId, channelId: channel.id },
    video: target !== null && state.voice.video,
  })
  if (sendVoice(client)) return decision
  client.do('voice changed', { target })
  return null
}

/** Sends the channel, mute and deafen that the person has chosen. Returns whether there was a connection. */
export function sendVoice(client: Client): boolean {
  const { target, mute, deaf, video } = client.state.voice
  if (!target) return false
  const { guildId: guild_id, channelId: channel_id } = target
  return client.send(GatewayOp.VOICE_STATE_UPDATE, {
    guild_id,
    channel_id,
    self_mute: mute,
    self_deaf: deaf,
    self_video: video,
  })
}

/** Mutes or deafens the person. Deafening also mutes. */
export function changeVoice(client: Client, change: Partial<Pick<OwnVoice, 'mute' | 'deaf'>>): void {
  const { voice } = client.state
  const next = { ...voice, ...change }
  if (change.deaf) next.mute = true
  // Speaking again needs to hear again.
  if (change.mute === false) next.deaf = false
  client.do('voice changed', { mute: next.mute, deaf: next.deaf })
  sendVoice(client)
}

/** Says whether this window shows its camera. */
export function showVideo(client: Client, video: boolean): void {
  if (client.state.voice.video === video) return
  client.do('voice changed', { video })
  sendVoice(client)
}

/** Disconnects this session. */
export function leaveVoice(client: Client): void {
  const { target } = client.state.voice
  if (!target) return
  client.send(GatewayOp.VOICE_STATE_UPDATE, { guild_id: target.guildId, channel_id: null })
  client.do('voice changed', { target: null })
}
