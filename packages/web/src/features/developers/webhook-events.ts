import { WEBHOOK_EVENTS, type WebhookEventType } from '@guildhall/protocol'
import { type Message, msg } from '../../lib/language/text.ts'

/** When the platform sends each webhook event. */
const TEXTS: Readonly<Record<WebhookEventType, Message>> = {
  APPLICATION_AUTHORIZED: msg('A person authorized the application, or added it to a guild'),
  APPLICATION_DEAUTHORIZED: msg('A person took the authorization back'),
  ENTITLEMENT_CREATE: msg('A person or guild got an entitlement'),
  ENTITLEMENT_UPDATE: msg('An entitlement was renewed or will end'),
  ENTITLEMENT_DELETE: msg('An entitlement was removed'),
  QUEST_USER_ENROLLMENT: msg('A person enrolled in a quest'),
  LOBBY_MESSAGE_CREATE: msg('A message was sent in a lobby'),
  LOBBY_MESSAGE_UPDATE: msg('A message in a lobby was edited'),
  LOBBY_MESSAGE_DELETE: msg('A message in a lobby was deleted'),
  GAME_DIRECT_MESSAGE_CREATE: msg('A direct message was sent in the game'),
  GAME_DIRECT_MESSAGE_UPDATE: msg('A direct message in the game was edited'),
  GAME_DIRECT_MESSAGE_DELETE: msg('A direct message in the game was deleted'),
}

/** Webhook events with their texts, in groups. */
export const WEBHOOK_EVENT_GROUPS: readonly {
  readonly title: Message
  readonly events: readonly { readonly type: WebhookEventType; readonly text: Message }[]
}[] = [
  { title: msg('Authorizations'), events: eventsOf('APPLICATION_') },
  { title: msg('Entitlements and quests'), events: [...eventsOf('ENTITLEMENT_'), ...eventsOf('QUEST_')] },
  { title: msg('Messages of games'), events: [...eventsOf('LOBBY_'), ...eventsOf('GAME_')] },
]

function eventsOf(prefix: string) {
  return WEBHOOK_EVENTS.filter((type) => type.startsWith(prefix)).map((type) => ({ type, text: TEXTS[type] }))
}
