import { type AttachmentSigner, UNSIGNED } from './attachment-urls.ts'
import { type LinkPreviews, NO_PREVIEWS } from './link-previews.ts'
import type { Players } from './players.ts'

const NO_PLAYERS: Players = {
  clientSessionsOf: async () => [],
  hasOpenApp: async () => false,
  isActive: async () => false,
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
  #linkPreviews: LinkPreviews = NO_PREVIEWS

  get players(): Players {
    return this.#players
  }

  get attachmentUrls(): AttachmentSigner {
    return this.#attachmentUrls
  }

  get linkPreviews(): LinkPreviews {
    return this.#linkPreviews
  }

  /** Connects units of work with the parts that have started. */
  start(parts: { players: Players; attachmentUrls: AttachmentSigner; linkPreviews: LinkPreviews }): void {
    this.#players = parts.players
    this.#attachmentUrls = parts.attachmentUrls
    this.#linkPreviews = parts.linkPreviews
  }
}
