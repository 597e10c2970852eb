/** Channel in which an activity runs. */
export interface ActivityPlace {
  /** Null in a DM. */
  readonly guildId: string | null
  readonly channelId: string
}

/** A participant of the activity's instance, as a user object of RPC. */
export interface ActivityParticipant {
  readonly id: string
  readonly username: string
  readonly nickname?: string
}

/** Link that SHARE_LINK proposes to the person. */
export interface SharedLink {
  readonly message: string
  readonly custom_id?: string
  readonly link_id?: string
}

/** Result of sharing a link. */
export interface ShareResult {
  readonly success: boolean
  readonly didCopyLink: boolean
  readonly didSendMessage: boolean
}

/** Command that SHARE_INTERACTION proposes to the person. */
export interface SharedInteraction {
  readonly command: string
  readonly options?: readonly { readonly name: string; readonly value: string }[]
  readonly content?: string
  readonly require_launch_channel?: boolean
  readonly preview_image?: { readonly url: string; readonly height: number; readonly width: number }
  readonly components?: readonly unknown[]
}

/** Lock states of SET_ORIENTATION_LOCK_STATE: 1 unlocked, 2 portrait, 3 landscape; null for the default. */
export interface OrientationLock {
  readonly lock_state: number
  readonly picture_in_picture_lock_state?: number | null
  readonly grid_lock_state?: number | null
}

/** Frame of an activity, as the events about it show it. */
export interface FrameState {
  /** 0 focused, 1 picture in picture, 2 grid. */
  readonly layoutMode: number
  /** 0 portrait, 1 landscape. */
  readonly orientation: number
  /** 0 nominal to 3 critical. */
  readonly thermalState: number
}

/**
 * Abilities of a client for an activity that runs inside it. An `RpcError` becomes the error of the command. The client
 * announces changes as `LocalEvent`s of activities.
 */
export interface EmbeddedHost {
  readonly place: ActivityPlace
  /** Access token for AUTHENTICATE without one; null if the session has none. */
  accessToken(): Promise<string | null>
  frame(): FrameState
  participants(): Promise<readonly ActivityParticipant[]>
  /** Resolves with whether the person opened the link. */
  openExternalLink(url: string): Promise<boolean>
  openInviteDialog(): Promise<void>
  openShareMomentDialog(mediaUrl: string): Promise<void>
  shareLink(link: SharedLink): Promise<ShareResult>
  /** Resolves with whether the person shared it. */
  shareInteraction(interaction: SharedInteraction): Promise<boolean>
  /** Resolves with the address of the uploaded image; null if the person uploads none. */
  uploadImage(): Promise<string | null>
  inviteUser(userId: string, content: string | null): Promise<void>
  setOrientationLock(lock: OrientationLock): void
  /** Returns whether the frame is interactive in picture in picture from now on. */
  setInteractivePip(interactive: boolean): boolean
  refreshProxyTicket(): Promise<string>
  /** Writes a line of the activity's console. */
  log(level: string, message: string): void
}
