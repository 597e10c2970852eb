/** A server that waits for the redirect of one authorization. */
export interface Listening {
  readonly redirectUri: string
  /** Resolves with the query of the redirect. */
  readonly redirected: Promise<URLSearchParams>
}
