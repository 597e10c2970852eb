import type { Snowflake } from '@guildhall/protocol'
import { holdingPrivateChannel } from '../../../../access/private-channel.ts'
import type { Work } from '../../../../kernel/work.ts'
import { ringingEnds } from '../jobs.ts'
import type { PrivateCall } from '../model.ts'
import { deleteCall, findCall, putCall } from '../store.ts'
import { endCallMessage } from './call-message.ts'
import { type CallChange, newRingingEnds, ringingEnded } from './change.ts'

/** Returns the call of a channel that several nodes know. No other unit of work changes it until this one ends. */
export function holdCall(work: Work, channelId: Snowflake): Promise<PrivateCall | undefined> {
  return holdingPrivateChannel(work, channelId, () => findCall(work, channelId))
}

/** Stores and publishes a change of a call that this unit of work holds. */
export async function saveCallChange(
  work: Work,
  before: PrivateCall | undefined,
  { call, events }: CallChange,
): Promise<void> {
  if (call === before) return
  const { channelId } = call
  const hasEnded = call.states.size === 0
  if (hasEnded) await deleteCall(work, channelId)
  else {
    await putCall(work, call)
    for (const at of newRingingEnds(before, call)) await work.schedule(ringingEnds, '', at, { channelId })
  }
  for (const { type, topic, payload } of events) work.emit(type, topic, payload)
  if (hasEnded) await endCallMessage(work, call)
}

/** Stops ringing the users who have rung for long enough. */
export async function endRinging(work: Work, { channelId }: { channelId: Snowflake }): Promise<void> {
  const call = await holdCall(work, channelId)
  if (call) await saveCallChange(work, call, ringingEnded(call, work.now))
}
