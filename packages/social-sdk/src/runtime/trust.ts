import type { Socket } from '@guildhall/client'

/** Ways to reach a server whose certificate a private authority has signed. */
export interface Trusting {
  readonly fetch: typeof fetch
  readonly openSocket: (url: string) => Socket
}
