import { AuditLogAction } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredSoundboardSound } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { keepFile, removeFiles } from '../../files/index.ts'
import { addFeature } from '../../guilds/index.ts'
import { guildSoundboardSoundCreate, guildSoundboardSoundDelete, guildSoundboardSoundUpdate } from '../events.ts'
import { soundFileKey } from '../model.ts'
import { presentSound } from '../present.ts'
import * as store from '../store.ts'

/** Fields that the audit log records of a sound. */
const AUDITED = ['name', 'volume', 'emoji_id', 'emoji_name', 'available', 'guild_id', 'sound_id'] as const
const AUDITED_CHANGES = ['name', 'volume', 'emoji_id', 'emoji_name'] as const

/** Creates a sound, emits it and audits it. The guild gains the SOUNDBOARD feature. */
export async function createSound(
  work: Work,
  platform: Platform,
  view: GuildView,
  fields: Omit<StoredSoundboardSound, 'id' | 'guild_id'>,
  bytes: Buffer,
): Promise<StoredSoundboardSound> {
  const id = work.nextId()
  const sound = { id, guild_id: view.id, ...fields }
  await keepFile(work, platform, soundFileKey(id), bytes)
  await store.insertSound(work, sound)
  work.emit(guildSoundboardSoundCreate, guildTopic(view.id), sound)
  await addFeature(work, view, 'SOUNDBOARD')
  const changes = changesBetween({}, presentSound(sound), AUDITED)
  await audit(work, { guildId: view.id, action: AuditLogAction.SOUNDBOARD_SOUND_CREATE, targetId: id, changes })
  return sound
}

/** Stores a changed sound, emits it and audits it; without a change it does nothing. */
export async function saveSound(
  work: Work,
  view: GuildView,
  before: StoredSoundboardSound,
  after: StoredSoundboardSound,
): Promise<void> {
  const changes = changesBetween(presentSound(before), presentSound(after), AUDITED_CHANGES)
  if (changes.length === 0) return
  await store.updateSound(work, after)
  work.emit(guildSoundboardSoundUpdate, guildTopic(view.id), after)
  const action = AuditLogAction.SOUNDBOARD_SOUND_UPDATE
  await audit(work, { guildId: view.id, action, targetId: after.id, changes })
}

/** Deletes a sound with its file, emits and audits it. */
export async function deleteSound(work: Work, view: GuildView, sound: StoredSoundboardSound): Promise<void> {
  await store.deleteSound(work, sound.id)
  await removeFiles(work, [soundFileKey(sound.id)])
  work.emit(guildSoundboardSoundDelete, guildTopic(view.id), { guildId: view.id, soundId: sound.id })
  const changes = changesBetween(presentSound(sound), {}, AUDITED)
  const action = AuditLogAction.SOUNDBOARD_SOUND_DELETE
  await audit(work, { guildId: view.id, action, targetId: sound.id, changes })
}
