import type { MessageEventObject } from '@guildhall/protocol'
import { type EventFilter, MESSAGES } from './filter.ts'

/** Fields of a message that can be asked for. The compiler compares them with those of the protocol. */
const MESSAGE_FIELDS = {
  ...{ id: 0, channel_id: 0, guild_id: 0, channel_type: 0, author: 0, member: 0, webhook_id: 0, application_id: 0 },
  ...{
    type: 0,
    content: 0,
    embeds: 0,
    attachments: 0,
    components: 0,
    stickers: 0,
    sticker_items: 0,
    poll: 0,
    flags: 0,
  },
  ...{ mentions: 0, mention_roles: 0, mention_channels: 0, mention_everyone: 0, timestamp: 0, edited_timestamp: 0 },
  ...{ pinned: 0, tts: 0, nonce: 0, reactions: 0, position: 0, thread: 0, resolved: 0, call: 0, application: 0 },
  ...{ message_reference: 0, message_snapshots: 0, referenced_message: 0, interaction: 0, interaction_metadata: 0 },
  ...{ activity: 0, role_subscription_data: 0, purchase_notification: 0, shared_client_theme: 0, lobby_member: 0 },
  ...{ metadata: 0, moderation_metadata: 0 },
} satisfies Record<keyof MessageEventObject, 0>

/** Conditions that are no fields. */
const REFERENCES: readonly string[] = ['from', 'in', 'on']
const MESSAGE_CONDITIONS: readonly string[] = [...REFERENCES, 'ephemeral', 'thinking']

/**
 * Checks that events can match a filter: with a misspelt name or field, `seesNothing` would always pass. A condition
 * that is undefined is a misspelt name of the world, and would let every event match.
 * @throws TypeError
 */
export function checkFilter(event: string, filter: EventFilter): void {
  if (!/^[A-Z][A-Z_]*$/.test(event))
    throw new TypeError(`${JSON.stringify(event)} is no event, such as "MESSAGE_DELETE"; a message is { content: … }`)
  const undefinedOne = REFERENCES.find((name) => Object.hasOwn(filter, name) && filter[name] === undefined)
  if (undefinedOne !== undefined)
    throw new TypeError(`"${undefinedOne}" is undefined. Has the world a person, bot or channel of that name?`)
  if (!MESSAGES.includes(event)) return
  const unknown = Object.keys(filter).find(
    (name) => !MESSAGE_CONDITIONS.includes(name) && !Object.hasOwn(MESSAGE_FIELDS, name),
  )
  if (unknown !== undefined) throw new TypeError(`A message has no field "${unknown}", so that none could match.`)
}
