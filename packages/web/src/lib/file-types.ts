/** Extensions of the file type groups that applications can name. [MOD-19] */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['image', ['png', 'gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif']],
  ['video', ['mp4', 'mov', 'qt', 'webm']],
  ['audio', ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac']],
])

/** Returns whether a file of a name is of one of the types that an application accepts; any file without types. */
export function fileFits(filename: string, types: readonly string[] | undefined): boolean {
  if (!types || types.length === 0) return true
  const name = filename.toLowerCase()
  return extensionsOf(types).some((extension) => name.endsWith(extension))
}

/** Returns the `accept` of a file field; undefined if any file is accepted. */
export function acceptOf(types: readonly string[] | undefined): string | undefined {
  return types && types.length > 0 ? extensionsOf(types).join(',') : undefined
}

function extensionsOf(types: readonly string[]): string[] {
  return types.flatMap((type) => {
    const wanted = type.toLowerCase()
    return wanted.startsWith('.') ? [wanted] : (GROUPS.get(wanted) ?? []).map((extension) => `.${extension}`)
  })
}
