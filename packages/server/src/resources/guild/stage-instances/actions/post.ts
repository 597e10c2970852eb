import type { MessageType } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredStageInstance, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { systemMessageDue } from '../../channels/consequences.ts'

/** Types of the system messages in a stage channel. */
type StageMessageType = typeof MessageType.STAGE_START | typeof MessageType.STAGE_TOPIC | typeof MessageType.STAGE_END

/** Posts a system message with the topic in the stage channel: the stage starts, ends or has a new topic. */
export async function postStageMessage(
  work: Work,
  view: GuildView,
  stage: StoredStageInstance,
  { author, type, mentionEveryone = false }: { author: User; type: StageMessageType; mentionEveryone?: boolean },
): Promise<void> {
  const channel = view.channels.get(stage.channel_id)
  if (!channel) return
  const message = { author, type, content: stage.topic, mention_everyone: mentionEveryone }
  await work.follow(systemMessageDue, { location: { channel, view }, message })
}
