import type { Snowflake } from '@guildhall/protocol'
import type { StoredSoundboardSound } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Lists the sounds of a guild, oldest first. */
export async function listGuildSounds(session: StoreSession, guildId: Snowflake): Promise<StoredSoundboardSound[]> {
  return session.all(db.selectFrom('soundboard_sounds').selectAll().where('guild_id', '=', guildId).orderBy('id'))
}

/** Returns a sound of any guild. */
export async function findSound(session: StoreSession, id: Snowflake): Promise<StoredSoundboardSound | undefined> {
  return session.first(db.selectFrom('soundboard_sounds').selectAll().where('id', '=', id))
}

/** Inserts a sound. */
export async function insertSound(session: StoreSession, sound: StoredSoundboardSound): Promise<void> {
  await session.run(db.insertInto('soundboard_sounds').values(sound))
}

/** Overwrites the row of a sound. */
export async function updateSound(session: StoreSession, sound: StoredSoundboardSound): Promise<void> {
  await session.run(db.updateTable('soundboard_sounds').set(sound).where('id', '=', sound.id))
}

/** Deletes a sound. */
export async function deleteSound(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('soundboard_sounds').where('id', '=', id))
}
