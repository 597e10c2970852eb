import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import { pack, unpack } from '../../../kernel/json.ts'
import type { VoiceState } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Stores a voice state for other nodes; removes that of a user who is not connected. */
export async function putVoiceState(store: StoreSession, serverId: Snowflake, state: VoiceState): Promise<void> {
  const { user_id, session_id } = state
  if (state.channel_id === null) return deleteVoiceState(store, serverId, user_id)
  const row = { guild_id: serverId, user_id, session_id, data: pack(state) }
  await store.run(
    db
      .insertInto('voice_states')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['guild_id', 'user_id'])
          .doUpdateSet((eb) => ({ session_id: eb.ref('excluded.session_id'), data: eb.ref('excluded.data') })),
      ),
  )
}

/** Removes the voice state of a session. */
export async function deleteVoiceStateOf(
  store: StoreSession,
  { serverId, userId, sessionId }: { serverId: Snowflake; userId: Snowflake; sessionId: string },
): Promise<void> {
  const ofUser = db.deleteFrom('voice_states').where('guild_id', '=', serverId).where('user_id', '=', userId)
  await store.run(ofUser.where('session_id', '=', sessionId))
}

async function deleteVoiceState(store: StoreSession, serverId: Snowflake, userId: Snowflake): Promise<void> {
  await store.run(db.deleteFrom('voice_states').where('guild_id', '=', serverId).where('user_id', '=', userId))
}

/** Stores the status or the start time of a voice channel for other nodes. */
export async function putVoiceChannel(
  store: StoreSession,
  change: { guildId: Snowflake; channelId: Snowflake; status?: string | null; startedAt?: number | null },
): Promise<void> {
  const { guildId: guild_id, channelId: channel_id, status, startedAt } = change
  const set = {
    ...(status === undefined ? {} : { status }),
    ...(startedAt === undefined ? {} : { started_at: startedAt }),
  }
  await store.run(
    db
      .insertInto('voice_channels')
      .values({ guild_id, channel_id, status: null, started_at: null, ...set })
      .onConflict((conflict) => conflict.columns(['guild_id', 'channel_id']).doUpdateSet(set)),
  )
}

/** Returns the voice states on a server: a guild, or a DM or lobby itself. */
export async function listVoiceStates(store: StoreSession, serverId: Snowflake): Promise<VoiceState[]> {
  const rows = await store.all(db.selectFrom('voice_states').select('data').where('guild_id', '=', serverId))
  return rows.map(({ data }) => unpack<VoiceState>(data))
}

/** Returns the voice state of a user on a server. */
export async function findVoiceState(
  store: StoreSession,
  serverId: Snowflake,
  userId: Snowflake,
): Promise<VoiceState | undefined> {
  const row = db
    .selectFrom('voice_states')
    .select('data')
    .where('guild_id', '=', serverId)
    .where('user_id', '=', userId)
  const found = await store.first(row)
  return found && unpack<VoiceState>(found.data)
}

/** A voice state with its server: a guild, or the DM or lobby itself. */
export interface ConnectionRow {
  readonly serverId: Snowflake
  readonly state: VoiceState
}

const connections = db.selectFrom('voice_states').select(['guild_id', 'data'])

const connectionOf = ({ guild_id, data }: { guild_id: Snowflake; data: string }): ConnectionRow => ({
  serverId: guild_id,
  state: unpack<VoiceState>(data),
})

/** Returns who is connected anywhere. */
export async function listConnections(store: StoreSession): Promise<ConnectionRow[]> {
  return (await store.all(connections)).map(connectionOf)
}

/** Returns where a user is connected. */
export async function listConnectionsOfUser(store: StoreSession, userId: Snowflake): Promise<ConnectionRow[]> {
  return (await store.all(connections.where('user_id', '=', userId))).map(connectionOf)
}

/** Returns the voice states of sessions that no node has, and that no node keeps. */
export async function listEndedConnections(store: StoreSession): Promise<ConnectionRow[]> {
  const rows = await store.raw<{ guild_id: Snowflake; data: string }>(
    `SELECT guild_id, data FROM voice_states
      WHERE NOT EXISTS (SELECT 1 FROM node_sessions WHERE id = voice_states.session_id)`,
  )
  return rows.map((row) => connectionOf({ ...row, guild_id: BigInt(row.guild_id) }))
}

/** Removes the voice states on a server that was deleted. */
export async function deleteVoiceStatesOn(store: StoreSession, serverId: Snowflake): Promise<void> {
  await store.run(db.deleteFrom('voice_states').where('guild_id', '=', serverId))
}

/** Completes a view by who is connected to voice at any node. */
export async function loadVoice(store: StoreSession, view: GuildView): Promise<void> {
  view.hasVoiceOfRows = true
  for (const state of await listVoiceStates(store, view.id)) view.voiceStates.set(state.user_id, state)
  const rows = await store.all(db.selectFrom('voice_channels').selectAll().where('guild_id', '=', view.id))
  for (const { channel_id, status, started_at } of rows) {
    const startedAt = started_at === null ? null : Number(started_at)
    if (view.channels.has(channel_id)) view.changeVoiceChannel(channel_id, { status, startedAt })
  }
}
