/**
 * Loads sharp at the first picture: the start of the process should not pay for it. libvips keeps no decoded pictures, since
 * renditions are cached elsewhere, and works in one thread a picture: each further one holds buffers of its own.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
