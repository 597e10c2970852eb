import { cleanFilename } from '../../media/filename.ts'

/** Extensions that the documented groups stand for. [MOD-19] */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['image', ['png', 'gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif']],
  ['video', ['mp4', 'mov', 'qt', 'webm']],
  ['audio', ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac']],
])

/**
 * May a file of this name be given where `types` restricts them? Only the name decides, in any case, and it is the name
 * under which the file will be kept. [MOD-19] [MOD-20]
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
