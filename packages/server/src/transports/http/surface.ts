/** A part of the HTTP server with operations below one path. */
export interface Surface {
  /** Beginning of the paths. */
  readonly base: '/api' | '/auth' | '/control'
  /** Whether the tape records its requests, faults apply to them, and observers receive them. */
  readonly isInspected: boolean
  /** Whether its requests and the replacement of the world exclude each other. Those of the operator replace it. */
  readonly isGated: boolean
}

/** The API of the public platform. */
export const API: Surface = { base: '/api', isInspected: true, isGated: true }

/** Requests of browsers that sign in at an identity provider. */
export const SIGN_IN_PAGES: Surface = { base: '/auth', isInspected: false, isGated: true }

/** The operator's own operations. */
export const CONTROL: Surface = { base: '/control', isInspected: false, isGated: false }
