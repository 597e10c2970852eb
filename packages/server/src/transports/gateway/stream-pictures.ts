import { randomBytes } from 'node:crypto'
import type { Snowflake } from '@guildhall/protocol'
import type { StreamPreviews } from '../../kernel/stream-previews.ts'

const NAME_BYTES = 16

interface LiveStream {
  readonly ownerId: Snowflake
}

/** Latest picture of each stream. Streams remove theirs when they end. */
export class StreamPictures implements StreamPreviews {
  readonly #find: (streamKey: string) => LiveStream | undefined
  /** By stream key. */
  readonly #names = new Map<string, string>()
  readonly #pictures = new Map<string, Buffer>()

  constructor(find: (streamKey: string) => LiveStream | undefined) {
    this.#find = find
  }

  ownerOf(streamKey: string): Snowflake | undefined {
    return this.#find(streamKey)?.ownerId
  }

  keep(streamKey: string, jpeg: Buffer): void {
    this.remove(streamKey)
    // The stream may have ended while the request was checked.
    if (!this.#find(streamKey)) return
    const name = randomBytes(NAME_BYTES).toString('hex')
    this.#names.set(streamKey, name)
    this.#pictures.set(name, jpeg)
  }

  nameOf(streamKey: string): string | undefined {
    return this.#names.get(streamKey)
  }

  find(name: string): Buffer | undefined {
    return this.#pictures.get(name)
  }

  /** Removes the picture of a stream. */
  remove(streamKey: string): void {
    this.#pictures.delete(this.#names.get(streamKey) ?? '')
    this.#names.delete(streamKey)
  }
}
