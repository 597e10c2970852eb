/** Ids that a submission contains, by kind; the caller resolves them. */
export interface SubmittedIds {
  users: Set<bigint>
  roles: Set<bigint>
  channels: Set<bigint>
  /** Ids of users or roles. */
  mentionables: Set<bigint>
  /** Files of the request, by their index. */
  attachments: Set<bigint>
}

/** Returns empty sets of ids. */
export function noIds(): SubmittedIds {
  return { users: new Set(), roles: new Set(), channels: new Set(), mentionables: new Set(), attachments: new Set() }
}
