import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'

/** Payload of CHANNEL_RECIPIENT_ADD and CHANNEL_RECIPIENT_REMOVE. */
export interface RecipientChange {
  readonly channelId: Snowflake
  readonly user: User
  readonly nick: string | null
}

/** Declares an event of a recipient, for people only: bots are not in group DMs. */
function recipientEvent(key: string, name: string) {
  return eventType<RecipientChange>({
    key,
    name,
    intents: () => Intent.DIRECT_MESSAGES,
    visibleTo: (viewer) => viewer.kind === 'person',
    inReady: true,
    present: ({ channelId, user, nick }) => ({
      channel_id: channelId.toString(),
      user: presentUser(user),
      ...(nick === null ? {} : { nick }),
    }),
  })
}

export const channelRecipientAdd = recipientEvent('recipient.added', 'CHANNEL_RECIPIENT_ADD')
export const channelRecipientRemove = recipientEvent('recipient.removed', 'CHANNEL_RECIPIENT_REMOVE')
