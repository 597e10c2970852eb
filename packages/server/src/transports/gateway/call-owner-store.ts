import type { Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../kernel/lease.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

/** Node of a call, with its address for voice clients. */
export interface CallOwner {
  readonly name: string
  readonly endpoint: string
}

const FIND = `SELECT nodes.name, nodes.voice AS endpoint FROM voice_calls
  JOIN nodes ON nodes.name = voice_calls.node AND nodes.epoch = voice_calls.epoch
  WHERE channel_id = $1 AND voice IS NOT NULL`
/**
 * A call keeps its node while that one takes calls. Else the live node with the fewest calls takes it: of several, the
 * preferred one.
 */
const CLAIM = `INSERT INTO voice_calls (channel_id, node, epoch)
  SELECT $1::bigint, name, epoch FROM nodes WHERE voice IS NOT NULL
  ORDER BY expires_at < clock_timestamp(),
    (SELECT count(*) FROM voice_calls AS others WHERE others.node = nodes.name AND others.epoch = nodes.epoch),
    name <> $2, name LIMIT 1
  ON CONFLICT (channel_id) DO UPDATE SET node = excluded.node, epoch = excluded.epoch
  WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = voice_calls.node AND nodes.epoch = voice_calls.epoch
    AND nodes.voice IS NOT NULL)`
const FREE = `DELETE FROM voice_calls WHERE NOT EXISTS (SELECT 1 FROM nodes
    WHERE nodes.name = voice_calls.node AND nodes.epoch = voice_calls.epoch AND nodes.voice IS NOT NULL)
  RETURNING channel_id`

/** Ids in stored values have the form {"$n": "1"}. */
const EMPTY = `FROM voice_calls WHERE NOT EXISTS (SELECT 1 FROM voice_states
  WHERE data::jsonb -> 'channel_id' ->> '$n' = voice_calls.channel_id::text)`

/** Lock of who decides the node of a call, or that it needs none. */
export const CALL_NODES = 'nodes of calls'

/** Returns the node of a call, if one has it that takes calls. */
export async function findCallOwner(store: StoreSession, channelId: Snowflake): Promise<CallOwner | undefined> {
  const [owner] = await store.raw<CallOwner>(FIND, [channelId])
  return owner
}

/**
 * Returns the node of a call. One that has none goes to the live node with the fewest calls now. Undefined if no node
 * takes calls. Called under the lock `CALL_NODES`, after the voice state of the member was stored.
 */
export async function claimCall(
  store: StoreSession,
  channelId: Snowflake,
  preferred: string,
): Promise<CallOwner | undefined> {
  const known = await findCallOwner(store, channelId)
  if (known) return known
  await store.raw(CLAIM, [channelId, preferred])
  return findCallOwner(store, channelId)
}

/** Takes calls from nodes that were lost or take none any more. Returns their channels. */
export async function freeCalls(store: StoreSession): Promise<Snowflake[]> {
  const rows = await store.raw<{ channel_id: Snowflake }>(FREE)
  return rows.map(({ channel_id }) => BigInt(channel_id))
}

/** Returns whether a call without members has a node. */
export async function isCallEmpty(store: StoreSession): Promise<boolean> {
  return (await store.raw(`SELECT 1 ${EMPTY} LIMIT 1`)).length > 0
}

/** Takes calls without members from their nodes: the next join decides anew. Called under the lock `CALL_NODES`. */
export async function forgetEmptyCalls(store: StoreSession): Promise<void> {
  await store.raw(`DELETE ${EMPTY}`)
}

/** Lists the addresses of the voice servers of all nodes. */
export async function listVoiceServers(store: StoreSession): Promise<string[]> {
  const rows = await store.raw<{ voice: string }>('SELECT voice FROM nodes WHERE voice IS NOT NULL ORDER BY name')
  return rows.map(({ voice }) => voice)
}

/** Stores the address of a node's voice server; null while the node takes no calls. */
export async function noteVoiceServer(
  store: StoreSession,
  { name, epoch }: NodeLife,
  endpoint: string | null,
): Promise<void> {
  await store.raw('UPDATE nodes SET voice = $3 WHERE name = $1 AND epoch = $2', [name, epoch, endpoint])
}
