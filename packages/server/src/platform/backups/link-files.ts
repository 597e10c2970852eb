import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keysBelow } from '../../adapters/files/file-tree.ts'
import { isAlive } from '../../kernel/processes.ts'
import type { FilesEnd } from '../moved-files/files-end.ts'
import { eachFile } from '../moved-files/move-files.ts'
import { type FilesPlace, openFilesEnd } from '../moved-files/open-files-end.ts'

const PREFIX = 'backup-'
const SUFFIX = '.links'

/**
 * Returns the path of a folder for an archive that is sent elsewhere. Folders of killed commands are removed with those
 * of their links.
 */
export function sendingFolder(data: string): string {
  return join(data, `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}.sending`)
}

/**
 * Links of a platform's files, so that none disappears while it is copied. Files never change in place, and a link
 * takes no room. Files of a bucket are copied here.
 */
export class LinkedFiles {
  readonly #from: FilesEnd
  readonly folder: string

  private constructor(from: FilesEnd, folder: string) {
    this.#from = from
    this.folder = folder
  }

  /** Makes the folder of the links inside of the data folder, after those that killed commands have left. */
  static async begin({ data, filesUrl }: FilesPlace): Promise<LinkedFiles> {
    for (const name of await readdir(data)) {
      const [, pid] = /^backup-(\d+)-\w+\.(?:links|sending)$/.exec(name) ?? []
      if (pid !== undefined && !isAlive(Number(pid))) await rm(join(data, name), { recursive: true, force: true })
    }
    const from = await openFilesEnd({ data, filesUrl })
    const folder = join(data, `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}${SUFFIX}`)
    await mkdir(folder, { mode: 0o700 })
    return new LinkedFiles(from, folder)
  }

  pathOf(key: string): string {
    return join(this.folder, key)
  }

  /** Links the files of the platform whose keys are wanted. */
  async addAll(isWanted: (key: string) => boolean): Promise<void> {
    await eachFile(this.#from.list(), async (key) => {
      if (isWanted(key)) await this.add(key)
    })
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
    return this.#from.fetch(key, to)
  }

  async end(): Promise<void> {
    this.#from.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
