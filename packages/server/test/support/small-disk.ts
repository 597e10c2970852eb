import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PART_BYTES = 64 * 1024

/** A disk of few bytes, which fills up as any other. */
export interface SmallDisk extends Disposable {
  /** Path of its folder. */
  readonly path: string
  /** Fills the disk to its last byte. */
  fill(): Promise<void>
  /** Makes room again. */
  empty(): Promise<void>
}

/** Mounts a disk in memory. Returns null where this user may not. */
export function smallDisk(bytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'guildhall-disk-'))
  const mount = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', path]
  if (process.platform !== 'linux' || spawnSync('mount', mount, { stdio: 'ignore' }).status !== 0) {
    rmSync(path, { recursive: true })
    return null
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      const file = await open(ballast, 'w')
      try {
        for (let part = PART_BYTES; part >= 1; )
          await file.write(Buffer.alloc(part)).catch(() => {
            part = Math.floor(part / 2)
          })
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast, { force: true }),
    [Symbol.dispose]() {
      // A process that has just been killed may still have a file of it open.
      spawnSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
