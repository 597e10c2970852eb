import { cleanFilename } from './filename.ts'

/** Extensions of the documented file type groups. [MOD-19] */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['image', ['png', 'gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif']],
  ['video', ['mp4', 'mov', 'qt', 'webm']],
  ['audio', ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac']],
])

/** Matches a file type of a request: a group, or an extension with its dot. [MOD-19] [MOD-20] */
export const FILE_TYPE = /^(image|video|audio|\.[a-z0-9]{1,16})$/i

/**
 * Returns whether a file of this name is of one of `types`; every file is when `types` is empty. Only the name decides,
 * ignoring case. It is the name under which the file will be stored. [MOD-19] [MOD-20]
 */
export function fileTypeAllowed(filename: string, types: readonly string[] | undefined): boolean {
  if (!types || types.length === 0) return true
  const name = (cleanFilename(filename) ?? '').toLowerCase()
  return types.some((type) => {
    const wanted = type.toLowerCase()
    const extensions = wanted.startsWith('.') ? [wanted.slice(1)] : (GROUPS.get(wanted) ?? [])
    return extensions.some((extension) => name.endsWith(`.${extension}`))
  })
}
