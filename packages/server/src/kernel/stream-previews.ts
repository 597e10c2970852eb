import type { Snowflake } from '@guildhall/protocol'

/** Pictures of shared screens, for members who do not watch. They are not stored, and end with their stream. */
export interface StreamPreviews {
  /** Returns the owner of a stream; undefined for a key of no stream. */
  ownerOf(streamKey: string): Snowflake | undefined
  /** Keeps a JPEG as the picture of a stream, in place of the former one. */
  keep(streamKey: string, jpeg: Buffer): void
  /** Returns the name of the picture of a stream, which nobody can guess; undefined without a picture. */
  nameOf(streamKey: string): string | undefined
  /** Returns the JPEG of a name; undefined after its stream ended, or a later picture came. */
  find(name: string): Buffer | undefined
}
