import type { Instant } from '@guildhall/protocol'

/** Treatment of bots' gateway sessions when the world is replaced. */
export interface ReplaceOptions {
  /** `stay`: their guilds become unavailable and available again. `reconnect`: op 9, so that they identify. */
  readonly bots: 'stay' | 'reconnect'
}

/** A copy of a platform's world. */
export interface SnapshotFacts {
  readonly name: string
  readonly createdAt: Instant
  /** Platform date in it. */
  readonly date: Instant
  readonly sizeBytes: number
}

/** Replacement of a platform's world by a copy: rows, files, platform date, and all that is only in memory. */
export interface WorldCopies {
  /** Returns to the world of the start. */
  reset(options: ReplaceOptions): Promise<void>
  /** Takes a copy under a name. It replaces an older one of the name. */
  take(name: string): Promise<SnapshotFacts>
  list(): Promise<SnapshotFacts[]>
  /** Returns to a copy. Returns false for an unknown name. */
  restore(name: string, options: ReplaceOptions): Promise<boolean>
  /** Returns false for an unknown name. */
  remove(name: string): Promise<boolean>
}

/** Why a copy cannot be taken or used. */
export class WorldCopyError extends Error {
  override readonly name = 'WorldCopyError'
}

/** A platform beside the first one, in the same process. */
export interface NamedWorld {
  readonly name: string
  /** The ready line, as `guildhall start --json` prints it; the fields that clients need are typed. */
  readonly ready: {
    readonly url: string
    readonly api: string
    readonly gateway: string
    readonly control: { readonly url: string; readonly key: string }
    readonly world: unknown
  }
}

/** Platforms of this process. */
export interface NamedWorlds {
  /**
   * Starts a platform with a free port.
   * @param world content of a world file; undefined for the demo world
   * @throws ApiError for a faulty world, a name that is taken, or too many
   */
  open(name: string, world: unknown): Promise<NamedWorld>
  list(): NamedWorld[]
  /**
   * Ends a platform. Returns false for an unknown name. A platform that ends itself is not waited for, because it waits
   * for its requests.
   * @param caller address of the platform that was asked
   * @throws ApiError for the first one
   */
  close(name: string, caller: { readonly url: string }): Promise<boolean>
}
