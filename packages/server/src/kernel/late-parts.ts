import { type AttachmentSigner, UNSIGNED } from './attachment-urls.ts'
import type { Players } from './players.ts'

const NO_PLAYERS: Players = {
  clientSessionsOf: async () => [],
  hasOpenApp: async () => false,
  isOnline: async () => false,
  gamesOf: async () => [],
  presenceOf: () => undefined,
  activitySecrets: async () => undefined,
  joinableActivities: async () => [],
}

/**
 * Parts of the platform that units of work use, although they start after the store. Before that no player is
 * connected, and addresses stay unsigned.
 */
export class LateParts {
  #players: Players = NO_PLAYERS
  #attachmentUrls: AttachmentSigner = UNSIGNED

  get players(): Players {
    return this.#players
  }

  get attachmentUrls(): AttachmentSigner {
    return this.#attachmentUrls
  }

  /** Connects units of work with the parts that have started. */
  start(parts: { players: Players; attachmentUrls: AttachmentSigner }): void {
    this.#players = parts.players
    this.#attachmentUrls = parts.attachmentUrls
  }
}
