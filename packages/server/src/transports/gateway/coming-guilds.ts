import type { Snowflake } from '@guildhall/protocol'

/**
 * Guilds that READY has named and whose GUILD_CREATE follows, once they are read. A client may send a command about
 * them at once, such as the voice state that it had before.
 */
export class ComingGuilds {
  readonly #arrivals = new Map<Snowflake, PromiseWithResolvers<void>>()
  /** Resolves when nothing holds the last command back any more. */
  #earlier = Promise.resolve()

  /** Notes guilds that READY names. */
  expect(guildIds: readonly Snowflake[]): void {
    for (const guildId of guildIds) this.#arrivals.set(guildId, Promise.withResolvers())
  }

  /** Notes a guild that has been sent, or that the user has left meanwhile. */
  arrived(guildId: Snowflake): void {
    this.#arrivals.get(guildId)?.resolve()
    this.#arrivals.delete(guildId)
  }

  /**
   * Resolves when a guild has been sent, or does not come, and not before an earlier call: the last command of a client
   * is valid.
   */
  whenArrived(guildId: Snowflake): Promise<void> {
    const earlier = this.#earlier
    const arrival = this.#arrivals.get(guildId)?.promise
    this.#earlier = arrival ? earlier.then(() => arrival) : earlier
    return this.#earlier
  }

  /** Resolves when each of these guilds has been sent, or does not come. */
  async whenSent(guildIds: readonly Snowflake[]): Promise<void> {
    for (const id of guildIds) await this.#arrivals.get(id)?.promise
  }

  /** Waits for no guild any more, at the end of the session. */
  end(): void {
    for (const guildId of [...this.#arrivals.keys()]) this.arrived(guildId)
  }
}
