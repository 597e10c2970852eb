import type { HandlerTypes } from '../callbacks/handlers.ts'

/** Handlers that need an event of the local client, by that event. */
export const LOCAL_HANDLERS: Readonly<Record<string, readonly (keyof HandlerTypes)[]>> = {
  AUTHORIZE_REQUEST: ['authorizeRequest'],
  ACTIVITY_JOIN: ['activityJoin', 'activityJoinWithApplication'],
}
