import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keysBelow, linkOrCopy } from '../../adapters/files/file-tree.ts'
import { isAlive } from '../../kernel/processes.ts'

const PREFIX = 'backup-'
const SUFFIX = '.links'

/**
 * Links of a platform's files, so that none disappears while it is copied. Files never change in place, and a link
 * takes no room.
 */
export class LinkedFiles {
  readonly #from: string
  readonly folder: string

  private constructor(from: string, folder: string) {
    this.#from = from
    this.folder = folder
  }

  /** Makes the folder of the links inside of the data folder, after those that killed commands have left. */
  static async begin(data: string): Promise<LinkedFiles> {
    for (const name of await readdir(data)) {
      const [, pid] = /^backup-(\d+)-\w+\.links$/.exec(name) ?? []
      if (pid !== undefined && !isAlive(Number(pid))) await rm(join(data, name), { recursive: true, force: true })
    }
    const folder = join(data, `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}${SUFFIX}`)
    await mkdir(folder, { mode: 0o700 })
    return new LinkedFiles(join(data, 'files'), folder)
  }

  pathOf(key: string): string {
    return join(this.folder, key)
  }

  /** Links the files of the platform whose keys are wanted. */
  async addAll(isWanted: (key: string) => boolean): Promise<void> {
    for await (const key of keysBelow(this.#from)) if (isWanted(key)) await this.add(key)
  }

  /** Whether a file is linked. */
  has(key: string): boolean {
    return existsSync(this.pathOf(key))
  }

  /** Lists the keys of linked files. */
  linked(): AsyncIterable<string> {
    return keysBelow(this.folder)
  }

  /** Links a file. Returns false if it is not there. */
  async add(key: string): Promise<boolean> {
    const to = this.pathOf(key)
    if (existsSync(to)) return true
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    try {
      await linkOrCopy({ from: join(this.#from, key), to })
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return false
      throw error
    }
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
