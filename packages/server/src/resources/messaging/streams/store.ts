import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Stream, StreamPlace } from './model.ts'

/** The `data` column of `streams`. */
type StoredStream = Omit<Stream, 'viewers'> & { readonly viewers: readonly (readonly [Snowflake, string])[] }

function streamOfRow({ data }: { data: string }): Stream {
  const { viewers, ...stream } = unpack<StoredStream>(data)
  return { ...stream, viewers: new Map(viewers) }
}

/** Stores a stream. */
export async function putStream(store: StoreSession, stream: Stream): Promise<void> {
  const { key: stream_key, channelId: channel_id, ownerId: owner_id } = stream
  const stored: StoredStream = { ...stream, viewers: [...stream.viewers] }
  const data = pack(stored)
  await store.run(
    db
      .insertInto('streams')
      .values({ stream_key, channel_id, owner_id, data })
      .onConflict((conflict) => conflict.column('stream_key').doUpdateSet({ data })),
  )
}

/** Removes a stream. Its preview follows. */
export async function deleteStream(store: StoreSession, key: string): Promise<void> {
  await store.run(db.deleteFrom('streams').where('stream_key', '=', key))
}

/** Returns a stream of any node. */
export async function findStream(store: StoreSession, key: string): Promise<Stream | undefined> {
  const row = await store.first(db.selectFrom('streams').select('data').where('stream_key', '=', key))
  return row && streamOfRow(row)
}

/** Returns all streams. */
export async function listStreams(store: StoreSession): Promise<Stream[]> {
  return (await store.all(db.selectFrom('streams').select('data'))).map(streamOfRow)
}

/** Returns how many others share their screens in a channel. */
export async function countOtherStreams(store: StoreSession, { channelId, ownerId }: StreamPlace): Promise<number> {
  const rows = await store.all(
    db.selectFrom('streams').select('stream_key').where('channel_id', '=', channelId).where('owner_id', '<>', ownerId),
  )
  return rows.length
}

/** A picture of a stream, under a name that nobody can guess. */
export interface StreamPreview {
  readonly key: string
  readonly name: string
  readonly jpeg: Buffer
}

/** The stream may have ended: its row is held until the picture is stored. */
const PUT_PREVIEW = `INSERT INTO stream_previews (stream_key, name, jpeg)
  SELECT stream_key, $2, $3 FROM streams WHERE stream_key = $1 FOR KEY SHARE
  ON CONFLICT (stream_key) DO UPDATE SET name = excluded.name, jpeg = excluded.jpeg`

/** Stores the picture of a stream in place of the former one. Does nothing for a stream that has ended. */
export async function putPreview(store: StoreSession, { key, name, jpeg }: StreamPreview): Promise<void> {
  await store.raw(PUT_PREVIEW, [key, name, jpeg.toString('base64')])
}

/** Returns the name of the picture of a stream. */
export async function findPreviewName(store: StoreSession, key: string): Promise<string | undefined> {
  const row = db.selectFrom('stream_previews').select('name').where('stream_key', '=', key)
  return (await store.first(row))?.name
}

/** Returns the picture with a name. */
export async function findPreview(store: StoreSession, name: string): Promise<Buffer | undefined> {
  const found = await store.first(db.selectFrom('stream_previews').select('jpeg').where('name', '=', name))
  return found && Buffer.from(found.jpeg, 'base64')
}
