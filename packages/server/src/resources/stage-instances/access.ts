import { ApiError, ChannelType, demand, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, StoredStageInstance } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'

import { mayModerate } from './rules.ts'

interface Stage {
  readonly channel: Channel
  readonly view: GuildView
  readonly member: Member
  readonly permissions: bigint
}

/** A stage channel that the caller moderates: 10003, 50001, 50024 or 50013 where it is none of those. */
export async function moderatedStage(work: Work, caller: Caller, channelId: Snowflake): Promise<Stage> {
  const { channel, view, member, permissions } = await channelForCaller(work, caller, channelId)
  if (!view || !member || channel.type !== ChannelType.GUILD_STAGE_VOICE)
    throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  demand(mayModerate(permissions))
  return { channel, view, member, permissions }
}

/** What is live in a channel, or 10067. */
export function liveIn(view: GuildView | null, channelId: Snowflake): StoredStageInstance {
  const stage = view?.stageInstances.get(channelId)
  if (!stage) throw new ApiError('UNKNOWN_STAGE_INSTANCE')
  return stage
}
