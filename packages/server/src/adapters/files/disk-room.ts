import { statfs } from 'node:fs/promises'
import { ApiError } from '@guildhall/protocol'

/** A full disk is emptied by a person, or by the removal of files. */
const RETRY_AFTER_S = 30

/** Free room of a disk, less a reserve for the store, whose writes go on when uploads are refused. */
export class DiskRoom {
  readonly #path: string
  #claimed = 0
  #reserveBytes = 0

  constructor(path: string) {
    this.#path = path
  }

  /** Sets the bytes that claims leave free. */
  setReserve(bytes: number): void {
    this.#reserveBytes = bytes
  }

  /** Returns the bytes that are free; null where it is not known. */
  async freeBytes(): Promise<number | null> {
    return statfs(this.#path).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    )
  }

  /**
   * Claims room for bytes that are about to be written. Returns a function that gives the claim back. Bytes that were
   * written meanwhile count twice until then, so that claims side by side never add up to more than there is.
   * @throws OVERLOADED (503) if that would leave less than the reserve
   */
  async claim(bytes: number): Promise<() => void> {
    this.#claimed += bytes
    let isClaimed = true
    const release = () => {
      if (isClaimed) this.#claimed -= bytes
      isClaimed = false
    }
    try {
      const { bavail, bsize } = await statfs(this.#path)
      if (bavail * bsize - this.#claimed < this.#reserveBytes) {
        const reason = `the disk has ${bavail * bsize} bytes free, and keeps ${this.#reserveBytes}`
        throw new ApiError('OVERLOADED', { reason, extra: { retry_after: RETRY_AFTER_S } })
      }
      return release
    } catch (error) {
      release()
      throw error
    }
  }
}
