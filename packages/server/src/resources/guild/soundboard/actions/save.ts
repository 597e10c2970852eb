import { AuditLogAction, type SoundboardSoundObject } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { StoredSoundboardSound } from '../../../../kernel/model.ts'
import type { ExpressionKind } from '../../expressions/index.ts'
import { addFeature } from '../../guilds/index.ts'
import { guildSoundboardSoundCreate, guildSoundboardSoundDelete, guildSoundboardSoundUpdate } from '../events.ts'
import { soundFileKey } from '../model.ts'
import { presentSound } from '../present.ts'
import * as store from '../store.ts'

/** Sounds of a guild. Each change emits one sound, and the first sound gives the guild the SOUNDBOARD feature. */
export const guildSounds: ExpressionKind<StoredSoundboardSound, SoundboardSoundObject> = {
  unknown: 'UNKNOWN_SOUND',
  actions: {
    created: AuditLogAction.SOUNDBOARD_SOUND_CREATE,
    changed: AuditLogAction.SOUNDBOARD_SOUND_UPDATE,
    deleted: AuditLogAction.SOUNDBOARD_SOUND_DELETE,
  },
  audited: ['name', 'volume', 'emoji_id', 'emoji_name', 'available', 'guild_id', 'sound_id'],
  auditedChanges: ['name', 'volume', 'emoji_id', 'emoji_name'],
  savesUnchanged: false,
  of: ({ sounds }) => sounds,
  fileKey: soundFileKey,
  present: presentSound,
  insert: store.insertSound,
  update: store.updateSound,
  delete: store.deleteSound,
  async emit(work, view, { kind, expression: sound }) {
    const topic = guildTopic(view.id)
    if (kind === 'deleted') return work.emit(guildSoundboardSoundDelete, topic, { guildId: view.id, soundId: sound.id })
    if (kind === 'changed') return work.emit(guildSoundboardSoundUpdate, topic, sound)
    work.emit(guildSoundboardSoundCreate, topic, sound)
    await addFeature(work, view, 'SOUNDBOARD')
  },
}
