/** Pixels as rows of red, green, blue and alpha, one byte each. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/** A plane of numbers over the picture. */
type Plane = Float64Array

interface Coefficients {
  /** Mean of the plane. */
  readonly dc: number
  /** Coefficients of the plane's waves, each from 0 to 1 around the middle, and the largest deviation. */
  readonly ac: readonly number[]
  readonly scale: number
}

/** Waves along a side of the brightness plane, with and without transparency; then of the other planes. */
const WAVES = 7
const WAVES_WITH_ALPHA = 5
const WAVES_OF_COLOUR = 3

/**
 * Encodes a ThumbHash: some 25 bytes from which a client draws a blurred picture while the real one loads. The public
 * format holds brightness, two colour differences and transparency, each as a few cosine waves. It is meant for
 * pictures of up to 100 × 100.
 */
export function thumbhash({ width, height, rgba }: Pixels): Uint8Array {
  const { planes, hasAlpha } = planesOf(width * height, rgba)
  const limit = hasAlpha ? WAVES_WITH_ALPHA : WAVES
  const longer = Math.max(width, height)
  const lx = Math.max(1, Math.round((limit * width) / longer))
  const ly = Math.max(1, Math.round((limit * height) / longer))
  const encode = (plane: Plane, nx: number, ny: number) => coefficients(plane, width, height, nx, ny)
  const [brightness, warmth, redness, opacity] = planes
  const l = encode(brightness, Math.max(3, lx), Math.max(3, ly))
  const p = encode(warmth, WAVES_OF_COLOUR, WAVES_OF_COLOUR)
  const q = encode(redness, WAVES_OF_COLOUR, WAVES_OF_COLOUR)
  const a = hasAlpha ? encode(opacity, WAVES_WITH_ALPHA, WAVES_WITH_ALPHA) : null

  const wide = width > height
  const first =
    Math.round(63 * l.dc) |
    (Math.round(31.5 + 31.5 * p.dc) << 6) |
    (Math.round(31.5 + 31.5 * q.dc) << 12) |
    (Math.round(31 * l.scale) << 18) |
    (Number(hasAlpha) << 23)
  const second =
    (wide ? ly : lx) | (Math.round(63 * p.scale) << 3) | (Math.round(63 * q.scale) << 9) | (Number(wide) << 15)
  const head = [first & 255, (first >> 8) & 255, first >> 16, second & 255, second >> 8]
  if (a) head.push(Math.round(15 * a.dc) | (Math.round(15 * a.scale) << 4))
  const nibbles = [l, p, q, ...(a ? [a] : [])].flatMap(({ ac }) => ac.map((value) => Math.round(15 * value)))
  return Uint8Array.from([...head, ...packed(nibbles)])
}

/**
 * Splits pixels into brightness, yellow against blue, red against green, and opacity; transparent pixels take the
 * mean colour.
 */
function planesOf(count: number, rgba: Uint8Array) {
  const at = (index: number) => rgba[index] ?? 0
  const mean = [0, 0, 0]
  let opaque = 0
  for (let pixel = 0, index = 0; pixel < count; pixel += 1, index += 4) {
    const alpha = at(index + 3) / 255
    for (let channel = 0; channel < 3; channel += 1)
      mean[channel] = (mean[channel] ?? 0) + (alpha / 255) * at(index + channel)
    opaque += alpha
  }
  const [red = 0, green = 0, blue = 0] = opaque > 0 ? mean.map((sum) => sum / opaque) : mean
  const planes: [Plane, Plane, Plane, Plane] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ]
  const [l, p, q, a] = planes
  for (let pixel = 0, index = 0; pixel < count; pixel += 1, index += 4) {
    const alpha = at(index + 3) / 255
    const r = red * (1 - alpha) + (alpha / 255) * at(index)
    const g = green * (1 - alpha) + (alpha / 255) * at(index + 1)
    const b = blue * (1 - alpha) + (alpha / 255) * at(index + 2)
    l[pixel] = (r + g + b) / 3
    p[pixel] = (r + g) / 2 - b
    q[pixel] = r - g
    a[pixel] = alpha
  }
  return { planes, hasAlpha: opaque < count }
}

function coefficients(plane: Plane, width: number, height: number, nx: number, ny: number): Coefficients {
  const waves: number[] = []
  for (let cy = 0; cy < ny; cy += 1)
    for (let cx = 0; cx * ny < nx * (ny - cy); cx += 1) waves.push(wave(plane, width, height, cx, cy))
  const [dc = 0, ...ac] = waves
  const scale = Math.max(0, ...ac.map(Math.abs))
  return { dc, ac: scale > 0 ? ac.map((value) => 0.5 + (0.5 / scale) * value) : ac, scale }
}

/** Returns the amplitude of one cosine wave in a plane. */
function wave(plane: Plane, width: number, height: number, cx: number, cy: number): number {
  const along = Float64Array.from({ length: width }, (_, x) => Math.cos((Math.PI / width) * cx * (x + 0.5)))
  let sum = 0
  for (let y = 0; y < height; y += 1) {
    const across = Math.cos((Math.PI / height) * cy * (y + 0.5))
    for (let x = 0; x < width; x += 1) sum += (plane[x + y * width] ?? 0) * (along[x] ?? 0) * across
  }
  return sum / (width * height)
}

/** Packs two half bytes into each byte, the first one low. */
function packed(nibbles: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(nibbles.length / 2) }, (_, index) => {
    return (nibbles[2 * index] ?? 0) | ((nibbles[2 * index + 1] ?? 0) << 4)
  })
}
