import type { Snowflake } from '@guildhall/protocol'
import type { Work } from './work.ts'

/** Pictures of shared screens, for members who do not watch. They end with their stream. */
export interface StreamPreviews {
  /** Returns the owner of a stream; undefined for a key of no stream. */
  ownerOf(work: Work, streamKey: string): Promise<Snowflake | undefined>
  /** Keeps a JPEG as the picture of a stream, in place of the former one. */
  keep(work: Work, streamKey: string, jpeg: Buffer): Promise<void>
  /** Returns the name of the picture of a stream, which nobody can guess; undefined without a picture. */
  nameOf(work: Work, streamKey: string): Promise<string | undefined>
  /** Returns the JPEG of a name; undefined after its stream ended, or a later picture came. */
  find(name: string): Promise<Buffer | undefined>
}
