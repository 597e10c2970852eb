import type { CallbackQueue } from './queue.ts'
import type * as types from './types.ts'

/** Handlers of a Client that `Set…Callback` and `Register…Callback` set, by the event that they are called for. */
export interface HandlerTypes {
  activityInviteCreated: types.ActivityInviteCallback
  activityInviteUpdated: types.ActivityInviteCallback
  activityJoin: types.ActivityJoinCallback
  activityJoinWithApplication: types.ActivityJoinWithApplicationCallback
  authorizeDeviceScreenClosed: types.AuthorizeDeviceScreenClosedCallback
  authorizeRequest: types.AuthorizeRequestCallback
  deviceChange: types.DeviceChangeCallback
  lobbyCreated: types.LobbyCreatedCallback
  lobbyDeleted: types.LobbyDeletedCallback
  lobbyMemberAdded: types.LobbyMemberAddedCallback
  lobbyMemberRemoved: types.LobbyMemberRemovedCallback
  lobbyMemberUpdated: types.LobbyMemberUpdatedCallback
  lobbyUpdated: types.LobbyUpdatedCallback
  messageCreated: types.MessageCreatedCallback
  messageDeleted: types.MessageDeletedCallback
  messageUpdated: types.MessageUpdatedCallback
  noAudioInput: types.NoAudioInputCallback
  relationshipCreated: types.RelationshipCreatedCallback
  relationshipDeleted: types.RelationshipDeletedCallback
  relationshipGroupsUpdated: types.RelationshipGroupsUpdatedCallback
  statusChanged: types.OnStatusChanged
  tokenExpiration: types.TokenExpirationCallback
  userUpdated: types.UserUpdatedCallback
  voiceParticipantChanged: types.VoiceParticipantChangedCallback
}

type AnyHandler = (...given: unknown[]) => void

/** The handlers of one Client. RunCallbacks calls them. */
export class Handlers {
  readonly #queue: CallbackQueue
  readonly #handlers = new Map<string, AnyHandler>()
  readonly #listeners = new Map<string, Set<AnyHandler>>()

  constructor(queue: CallbackQueue) {
    this.#queue = queue
  }

  /** Replaces a handler; null and undefined remove it. */
  set<Name extends keyof HandlerTypes>(name: Name, handler: HandlerTypes[Name] | null | undefined): void {
    if (handler) this.#handlers.set(name, handler as AnyHandler)
    else this.#handlers.delete(name)
  }

  /** Adds a listener beside the handler. Returns a function that removes it. */
  listen<Name extends keyof HandlerTypes>(name: Name, listener: HandlerTypes[Name]): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    // A listener that is added twice is called twice.
    const added: AnyHandler = (...given) => (listener as AnyHandler)(...given)
    this.#listeners.set(name, listeners.add(added))
    return () => void listeners.delete(added)
  }

  /** Returns whether anything is called for an event. */
  has(name: keyof HandlerTypes): boolean {
    return this.#handlers.has(name) || (this.#listeners.get(name)?.size ?? 0) > 0
  }

  /** Lets the next RunCallbacks call a handler: the one that is set by then. */
  emit<Name extends keyof HandlerTypes>(name: Name, ...given: Parameters<HandlerTypes[Name]>): void {
    this.#queue.post(() => this.#handlers.get(name)?.(...given))
    for (const listener of this.#listeners.get(name) ?? [])
      this.#queue.post(() => {
        if (this.#listeners.get(name)?.has(listener)) listener(...given)
      })
  }
}
