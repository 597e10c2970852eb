/** Message of a node to the others about sessions. */
export interface NodeNotice {
  /**
   * `wanted`: a client resumes these sessions at the sender. `kept`: these sessions wait in the store to be taken; a
   * notice of none says that the sender has the database.
   */
  readonly kind: 'wanted' | 'kept'
  readonly sessionIds: readonly string[]
}

/** Short messages to all other nodes, which may be lost at any time. */
export interface NodeNotices {
  /** Whether messages can be sent now. */
  readonly connected: boolean
  send(notice: NodeNotice): void
  listen(listener: (notice: NodeNotice) => void): void
}
