import type { Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

/** Returns an event about one installed application, which only the sessions of the user receive. */
function installEvent(key: string, name: string) {
  return eventType<Snowflake>({
    key,
    name,
    intents: () => 0,
    visibleTo: () => true,
    present: (applicationId) => ({ application_id: applicationId.toString() }),
  })
}

/** Sent to a person who installed an application. */
export const userApplicationUpdate = installEvent('application.installed', 'USER_APPLICATION_UPDATE')
/** Sent to a person who removed an application. */
export const userApplicationRemove = installEvent('application.uninstalled', 'USER_APPLICATION_REMOVE')

/** Invalidates cached tokens of an application after it changed. No session receives it. */
export const applicationChanged = eventType<null>({
  key: 'application.changed',
  name: '',
  effect: () => ({ kind: 'identity-changed' }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
