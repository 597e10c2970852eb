import assert from 'node:assert/strict'
import type { ReplaceOptions } from '../../kernel/worlds.ts'
import type { Authenticator } from '../authenticate.ts'
import type { Client } from './client.ts'
import type { ClientParts } from './client-parts.ts'
import type { Gateway } from './gateway.ts'
import type { LeftSession } from './left-sessions.ts'
import { restoreSessions } from './restored-sessions.ts'
import type { Session } from './session.ts'

/** Messages of all clients that wait while the world is replaced. */
const HELD_MESSAGES_MAX = 10_000

/** The clients of this process, which outlive a world. */
export class Clients {
  readonly all = new Set<Client>()
  readonly #lasting: Omit<ClientParts, 'gateway' | 'authenticator'>
  #parts: ClientParts | null = null
  /** Messages that wait for the next world; null while there is one. */
  #held: { client: Client; data: Buffer }[] | null = null

  constructor(lasting: Omit<ClientParts, 'gateway' | 'authenticator'>) {
    this.#lasting = lasting
  }

  /** Parts of the present world. Clients keep the object, whose fields are replaced with the world. */
  get parts(): ClientParts {
    assert(this.#parts, 'no client is accepted before the first world has begun')
    return this.#parts
  }

  /** Names the gateway of the world that begins. */
  follow(gateway: Gateway, authenticator: Authenticator): void {
    if (this.#parts) Object.assign(this.#parts, { gateway, authenticator })
    else this.#parts = { ...this.#lasting, gateway, authenticator }
  }

  /** Handles a message, or holds it back until the next world has begun. */
  receive(client: Client, data: Buffer): void {
    if (this.#held === null) return client.receive(data)
    if (this.#held.length < HELD_MESSAGES_MAX) this.#held.push({ client, data })
    else client.reconnect()
  }

  /** Holds messages back, and resolves when those in progress are handled. */
  async hold(): Promise<void> {
    this.#held ??= []
    await this.parts.gateway.settled()
  }

  /** Closes all connections, which are sent nothing more. */
  drop(reason: string): void {
    for (const client of this.all) client.drop(reason)
  }

  /**
   * Takes up the sessions of the former world. Bots' sessions may stay. The clients of all others identify again, or
   * are refused if the present world does not know their token.
   */
  async takeUp(left: readonly LeftSession[], { bots }: ReplaceOptions): Promise<void> {
    const { gateway, authenticator } = this.parts
    const staying: LeftSession[] = []
    const known = new Set<Session>()
    for (const each of left) {
      const { session } = each
      const identity = await authenticator.identityByHash(session.identity.tokenHash)
      if (!identity) continue
      known.add(session)
      session.replaceToken(identity)
      if (session.kind === 'bot' && bots === 'stay') staying.push(each)
    }
    await restoreSessions(gateway, staying)
    for (const client of this.all) {
      const { session } = client
      if (session === null || gateway.sessions.has(session.id)) continue
      if (known.has(session)) client.invalidate(false)
      else client.refuseToken()
    }
    const held = this.#held ?? []
    this.#held = null
    for (const { client, data } of held) client.receive(data)
  }
}
