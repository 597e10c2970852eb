import { WEBHOOK_EVENTS, type WebhookEventType } from '@guildhall/protocol'

/** When the platform sends each webhook event. */
const TEXTS: Readonly<Record<WebhookEventType, string>> = {
  APPLICATION_AUTHORIZED: 'A person authorized the application, or added it to a guild',
  APPLICATION_DEAUTHORIZED: 'A person took the authorization back',
  ENTITLEMENT_CREATE: 'A person or guild got an entitlement',
  ENTITLEMENT_UPDATE: 'An entitlement was renewed or will end',
  ENTITLEMENT_DELETE: 'An entitlement was removed',
  QUEST_USER_ENROLLMENT: 'A person enrolled in a quest',
  LOBBY_MESSAGE_CREATE: 'A message was sent in a lobby',
  LOBBY_MESSAGE_UPDATE: 'A message in a lobby was edited',
  LOBBY_MESSAGE_DELETE: 'A message in a lobby was deleted',
  GAME_DIRECT_MESSAGE_CREATE: 'A direct message was sent in the game',
  GAME_DIRECT_MESSAGE_UPDATE: 'A direct message in the game was edited',
  GAME_DIRECT_MESSAGE_DELETE: 'A direct message in the game was deleted',
}

/** Webhook events with their texts, in groups. */
export const WEBHOOK_EVENT_GROUPS: readonly {
  readonly title: string
  readonly events: readonly { readonly type: WebhookEventType; readonly text: string }[]
}[] = [
  { title: 'Authorizations', events: eventsOf('APPLICATION_') },
  { title: 'Entitlements and quests', events: [...eventsOf('ENTITLEMENT_'), ...eventsOf('QUEST_')] },
  { title: 'Messages of games', events: [...eventsOf('LOBBY_'), ...eventsOf('GAME_')] },
]

function eventsOf(prefix: string) {
  return WEBHOOK_EVENTS.filter((type) => type.startsWith(prefix)).map((type) => ({ type, text: TEXTS[type] }))
}
