import { access, constants, open, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Environment } from './techniques.ts'

/** Program headers stand at the start of a file. */
const HEAD_BYTES = 4_096
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46])
const CLASS_64 = 2
const LITTLE_ENDIAN = 1
/** Type of the program header that names the dynamic linker. */
const PT_INTERP = 3

/**
 * Returns whether the start of a file is that of a program without a dynamic linker, which loads no library of
 * LD_PRELOAD. False for scripts and for anything that is no program of Linux. Pure.
 */
export function isStaticProgram(head: Buffer): boolean {
  if (head.length < 64 || !head.subarray(0, 4).equals(ELF) || head[5] !== LITTLE_ENDIAN) return false
  const is64 = head[4] === CLASS_64
  const offset = is64 ? Number(head.readBigUInt64LE(32)) : head.readUInt32LE(28)
  const [size, count] = is64
    ? [head.readUInt16LE(54), head.readUInt16LE(56)]
    : [head.readUInt16LE(42), head.readUInt16LE(44)]
  for (let index = 0; index < count; index += 1) {
    const at = offset + index * size
    if (at + 4 > head.length || head.readUInt32LE(at) === PT_INTERP) return false
  }
  return count > 0
}

/** Returns whether the file of a program is static; false where it cannot be read. */
export async function isStaticFile(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return isStaticProgram(buffer.subarray(0, bytesRead))
  } catch {
    return false
  }
}

/** Returns the path of a command as it would be started; null without one. */
export async function pathOfCommand(command: string, env: Environment): Promise<string | null> {
  const folders = command.includes('/') ? [''] : (env.PATH ?? '').split(delimiter)
  for (const folder of folders) {
    const path = join(folder, command)
    try {
      await access(path, constants.X_OK)
      if ((await stat(path)).isFile()) return path
    } catch {
      // The next folder may have it.
    }
  }
  return null
}
