import type { Instant, Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { VoiceState } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { listVoiceStates } from '../../guild/voice-states/store.ts'
import type { PrivateCall } from './model.ts'

/** The `data` column of `private_calls`. Table `voice_states` has the members. */
interface StoredCall {
  readonly messageId: Snowflake
  readonly recipientIds: readonly Snowflake[]
  readonly ringing: readonly (readonly [Snowflake, Instant])[]
  readonly participants: readonly Snowflake[]
}

/** Returns the call of a channel, as all nodes know it. */
export async function findCall(store: StoreSession, channelId: Snowflake): Promise<PrivateCall | undefined> {
  const row = await store.first(db.selectFrom('private_calls').select('data').where('channel_id', '=', channelId))
  return row && callOfRow(store, channelId, row.data)
}

async function callOfRow(store: StoreSession, channelId: Snowflake, data: string): Promise<PrivateCall> {
  const { ringing, participants, ...call } = unpack<StoredCall>(data)
  const states = (await listVoiceStates(store, channelId)).map((state) => [state.user_id, state] as const)
  return {
    channelId,
    ...call,
    ringing: new Map(ringing),
    participants: new Set(participants),
    states: new Map(states),
  }
}

/** Returns the calls of the DMs and group DMs of a user. */
export async function listCallsOfUser(store: StoreSession, userId: Snowflake): Promise<PrivateCall[]> {
  const rows = await store.all(
    db
      .selectFrom('channel_recipients as recipient')
      .innerJoin('private_calls as call', 'call.channel_id', 'recipient.channel_id')
      .select(['call.channel_id', 'call.data'])
      .where('recipient.user_id', '=', userId)
      .orderBy('call.channel_id'),
  )
  const calls: PrivateCall[] = []
  for (const { channel_id, data } of rows) calls.push(await callOfRow(store, channel_id, data))
  return calls.filter(({ recipientIds }) => recipientIds.includes(userId))
}

/** Returns the voice states of a user in guilds, DMs and group DMs, but not those in lobbies. */
export async function listPlacesOfPerson(store: StoreSession, userId: Snowflake): Promise<VoiceState[]> {
  const rows = await store.all(
    db
      .selectFrom('voice_states as state')
      .leftJoin('private_calls as call', 'call.channel_id', 'state.guild_id')
      .select(['state.data', 'call.channel_id as dm_id'])
      .where('state.user_id', '=', userId),
  )
  return rows.flatMap(({ data, dm_id }) => {
    const state = unpack<VoiceState>(data)
    return state.guild_id !== null || dm_id !== null ? [state] : []
  })
}

/** Stores a call, except for the voice states, which the events of their changes store. */
export async function putCall(store: StoreSession, call: PrivateCall): Promise<void> {
  const { channelId, messageId, recipientIds, ringing, participants } = call
  const stored: StoredCall = {
    messageId,
    recipientIds,
    ringing: [...ringing],
    participants: [...participants],
  }
  const row = { channel_id: channelId, data: pack(stored) }
  await store.run(
    db
      .insertInto('private_calls')
      .values(row)
      .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ data: row.data })),
  )
}

/** Removes a call that has ended. */
export async function deleteCall(store: StoreSession, channelId: Snowflake): Promise<void> {
  await store.run(db.deleteFrom('private_calls').where('channel_id', '=', channelId))
}
