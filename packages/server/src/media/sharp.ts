/**
 * Loads sharp with the first picture: the start of the process should not pay for it. libvips caches no decoded
 * pictures, since renditions are cached elsewhere. It uses one thread per picture, because each further thread holds
 * buffers.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
