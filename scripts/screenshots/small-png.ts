import { createRequire } from 'node:module'

/** The part of sharp that is used. The package belongs to the server, which draws pictures with it. */
type Sharp = (picture: Buffer) => {
  png(options: { palette: true; colours: number; effort: number }): { toBuffer(): Promise<Buffer> }
}
const sharp = createRequire(new URL('../../packages/server/package.json', import.meta.url))('sharp') as Sharp

/** Enough for a page in one theme with the shades of its letters. */
const COLOURS = 128
const EFFORT_MAX = 10

/** Returns a picture of a page with a palette, in half the bytes, because the repository keeps some of them. */
export async function smallPng(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).png({ palette: true, colours: COLOURS, effort: EFFORT_MAX }).toBuffer()
}
