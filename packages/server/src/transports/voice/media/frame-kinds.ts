/** Kinds of media frames that may pass. Silence frames are of neither kind. */
export interface FrameKinds {
  /** Frames without end-to-end encryption. */
  plain: boolean
  /** DAVE frames. */
  encrypted: boolean
}
