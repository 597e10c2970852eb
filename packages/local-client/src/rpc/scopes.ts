/** Scopes that come from the kind of a connection, not from a token. */
export const PseudoScope = {
  /** Any connection without an Origin header: native applications. */
  LOCAL: 'rpc.local',
  /** After AUTHENTICATE. */
  AUTHENTICATED: 'rpc.authenticated',
  /** An embedded activity in the web app. */
  EMBEDDED: 'rpc.embedded_app',
  /** Pages of the platform itself. */
  PRIVATE: 'rpc.private',
  /** The same pages, and requests of HTTP without a body. */
  PRIVATE_LIMITED: 'rpc.private.limited',
} as const

/**
 * Scopes that a command or event needs: one of the entries, and of an entry that is a list all. An empty requirement is
 * met by every connection.
 */
export type Requirement = readonly (string | readonly string[])[]

/** Returns whether a connection with these scopes meets a requirement. */
export function meets(requirement: Requirement, scopes: ReadonlySet<string>): boolean {
  if (requirement.length === 0) return true
  return requirement.some((entry) =>
    typeof entry === 'string' ? scopes.has(entry) : entry.every((scope) => scopes.has(scope)),
  )
}

/** Returns a requirement in words, for the message of an error. */
export function requirementText(requirement: Requirement): string {
  return requirement.map((entry) => (typeof entry === 'string' ? entry : entry.join(' and '))).join(', or ')
}
