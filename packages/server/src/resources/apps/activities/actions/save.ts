import type { Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { emitInChannel } from '../../../messaging/messages/index.ts'
import { embeddedActivityUpdate } from '../events.ts'
import type { StoredActivityInstance } from '../model.ts'
import * as store from '../store.ts'
import { loadRunning } from './load-running.ts'

/** Stores a new instance, or returns the one that runs in its channel. Its first participant emits it. */
export function addInstance(
  work: Work,
  instance: Parameters<typeof store.insertActivityInstance>[1],
): Promise<StoredActivityInstance> {
  return store.insertActivityInstance(work, instance)
}

/** Stores a participant of an instance and emits the participants. */
export async function addParticipant(
  work: Work,
  instance: StoredActivityInstance,
  participant: Omit<Parameters<typeof store.insertParticipant>[1], 'launch_id'>,
): Promise<void> {
  await store.insertParticipant(work, { launch_id: instance.launch_id, ...participant })
  await emitParticipants(work, instance)
}

/** Deletes participants and emits the others. An instance without participants is deleted. */
export async function deleteParticipants(
  work: Work,
  instance: StoredActivityInstance,
  userIds: readonly Snowflake[],
): Promise<void> {
  for (const userId of userIds) await store.deleteParticipant(work, instance.launch_id, userId)
  await emitParticipants(work, instance)
}

/**
 * Deletes participants who no longer see the channel. Each receives an event on their own topic, by which their client
 * closes the activity.
 */
export async function expelParticipants(
  work: Work,
  instance: StoredActivityInstance,
  userIds: readonly Snowflake[],
): Promise<void> {
  for (const userId of userIds) {
    if (!(await store.deleteParticipant(work, instance.launch_id, userId))) continue
    work.emit(embeddedActivityUpdate, userTopic(userId), { instance, participants: [], removedId: userId })
  }
  await emitParticipants(work, instance)
}

/** Emits the participants of an instance, and deletes an instance without participants. */
async function emitParticipants(work: Work, instance: StoredActivityInstance): Promise<void> {
  const view = instance.guild_id === null ? null : await work.view(instance.guild_id)
  const running = await loadRunning(work, instance)
  if (running.participants.length === 0) await store.deleteActivityInstance(work, instance.launch_id)
  const channel = view?.channels.get(instance.channel_id) ?? (await findChannel(work, instance.channel_id))
  if (channel) emitInChannel(work, embeddedActivityUpdate, { channel, view }, running)
}
