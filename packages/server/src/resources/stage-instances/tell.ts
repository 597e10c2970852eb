import { MessageType } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredStageInstance, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { postMessage } from '../messages/index.ts'

const TYPES = { start: MessageType.STAGE_START, topic: MessageType.STAGE_TOPIC, end: MessageType.STAGE_END }

/** The stage's own chat tells when it begins, ends and what it is about. */
export async function tellStage(
  work: Work,
  view: GuildView,
  stage: StoredStageInstance,
  message: { by: User; what: keyof typeof TYPES; everyone?: boolean },
): Promise<void> {
  const channel = view.channels.get(stage.channel_id)
  if (!channel) return
  const { by: author, what, everyone: mention_everyone = false } = message
  await postMessage(work, { channel, view }, { author, type: TYPES[what], content: stage.topic, mention_everyone })
}
