import { randomBytes } from 'node:crypto'
import type { Snowflake } from '@guildhall/protocol'
import type { StreamPreviews } from '../../kernel/stream-previews.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import {
  findPreview,
  findPreviewName,
  findStream,
  type Stream,
  saveStreamPreview,
} from '../../resources/messaging/streams/index.ts'

const NAME_BYTES = 16
const NAME = /^[0-9a-f]{32}$/

const newName = () => randomBytes(NAME_BYTES).toString('hex')

/** Latest picture of each stream of a process that is alone. Streams remove theirs when they end. */
export class MemoryPictures implements StreamPreviews {
  readonly #find: (streamKey: string) => Stream | undefined
  /** By stream key. */
  readonly #names = new Map<string, string>()
  readonly #pictures = new Map<string, Buffer>()

  constructor(find: (streamKey: string) => Stream | undefined) {
    this.#find = find
  }

  async ownerOf(_work: Work, streamKey: string): Promise<Snowflake | undefined> {
    return this.#find(streamKey)?.ownerId
  }

  async keep(work: Work, streamKey: string, jpeg: Buffer): Promise<void> {
    work.afterCommit(() => {
      this.remove(streamKey)
      // The stream may have ended while the request was checked.
      if (!this.#find(streamKey)) return
      const name = newName()
      this.#names.set(streamKey, name)
      this.#pictures.set(name, jpeg)
    })
  }

  async nameOf(_work: Work, streamKey: string): Promise<string | undefined> {
    return this.#names.get(streamKey)
  }

  async find(name: string): Promise<Buffer | undefined> {
    return this.#pictures.get(name)
  }

  /** Removes the picture of a stream. */
  remove(streamKey: string): void {
    this.#pictures.delete(this.#names.get(streamKey) ?? '')
    this.#names.delete(streamKey)
  }
}

/** Latest picture of each stream, as a row that several nodes read. */
export class StoredPictures implements StreamPreviews {
  readonly #units: Units

  constructor(units: Units) {
    this.#units = units
  }

  async ownerOf(work: Work, streamKey: string): Promise<Snowflake | undefined> {
    return (await findStream(work, streamKey))?.ownerId
  }

  keep(work: Work, key: string, jpeg: Buffer): Promise<void> {
    return saveStreamPreview(work, { key, name: newName(), jpeg })
  }

  nameOf(work: Work, streamKey: string): Promise<string | undefined> {
    return findPreviewName(work, streamKey)
  }

  async find(name: string): Promise<Buffer | undefined> {
    return NAME.test(name) ? this.#units.read(SYSTEM_ACTOR, (work) => findPreview(work, name)) : undefined
  }
}
