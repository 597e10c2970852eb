import type { EmbedObject, Snowflake } from '@guildhall/protocol'

/** A message whose links want previews. */
export interface LinkedMessage {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
}

/** Embed of an address, and where the address leads. */
export interface LinkPreview {
  readonly embed: EmbedObject
  /** Address after redirects. */
  readonly finalUrl: string
}

/** Previews of links, which this process loads after the message was posted. */
export interface LinkPreviews {
  /** Loads the previews of a message and adds them, in the background. */
  want(message: LinkedMessage): void
  /** Returns the previews of addresses, in their order; null for one that has none. */
  unfurl(urls: readonly string[]): Promise<(LinkPreview | null)[]>
}

/** Loads nothing, before the platform has started. */
export const NO_PREVIEWS: LinkPreviews = { want: () => undefined, unfurl: async (urls) => urls.map(() => null) }
