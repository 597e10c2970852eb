import { ApiError, ChannelType, demand, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, StoredStageInstance } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { mayModerate } from '../rules.ts'

/** A stage channel that the caller moderates. */
export interface ModeratedStage {
  readonly channel: Channel
  readonly view: GuildView
  readonly permissions: bigint
}

/**
 * Returns a stage channel for a caller who moderates it.
 *
 * @throws the errors of `channelForCaller`; CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024); MISSING_PERMISSIONS (50013)
 */
export async function stageForModerator(work: Work, caller: Caller, channelId: Snowflake): Promise<ModeratedStage> {
  const { channel, view, permissions } = await channelForCaller(work, caller, channelId)
  if (!view || channel.type !== ChannelType.GUILD_STAGE_VOICE) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  demand(mayModerate(permissions))
  return { channel, view, permissions }
}

/** Returns the stage instance of a channel. @throws UNKNOWN_STAGE_INSTANCE (10067) */
export function getStageInstance(view: GuildView | null, channelId: Snowflake): StoredStageInstance {
  const stage = view?.stageInstances.get(channelId)
  if (!stage) throw new ApiError('UNKNOWN_STAGE_INSTANCE')
  return stage
}
