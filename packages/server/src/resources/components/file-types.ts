/** Extensions that the documented groups stand for. [MOD-19] */
const GROUPS: Record<string, readonly string[]> = {
  image: ['png', 'gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif'],
  video: ['mp4', 'mov', 'qt', 'webm'],
  audio: ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac'],
}

/** May a file of this name be given where `types` restricts them? Only the name decides, in any case. [MOD-19] [MOD-20] */
export function fileTypeAllowed(filename: string, types: readonly string[] | undefined): boolean {
  if (!types || types.length === 0) return true
  const extension = filename.toLowerCase().split('.').at(-1) ?? ''
  return types.some((type) => {
    const wanted = type.toLowerCase()
    return wanted.startsWith('.') ? wanted === `.${extension}` : (GROUPS[wanted]?.includes(extension) ?? false)
  })
}
