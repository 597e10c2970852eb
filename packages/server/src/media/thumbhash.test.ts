import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thumbhash } from './thumbhash.ts'

type Pixel = (x: number, y: number) => [red: number, green: number, blue: number, alpha: number]

function hashOf(width: number, height: number, pixel: Pixel): string {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rgba.set(pixel(x, y), 4 * (x + y * width))
  return Buffer.from(thumbhash({ width, height, rgba })).toString('base64')
}

test('hashes are those of the reference program, wide, high and transparent', () => {
  const cases: [number, number, Pixel, string][] = [
    [4, 2, (x, y) => [x * 60, y * 120, 30, 255], 'TzkKNJhwd3iBeHiHiH5wcQfniA=='],
    [3, 5, (x, y) => [200, x * 50, y * 40, x * y * 30], 'oeiCCwIk1NH1c5imXsCAdXB4sXiHeHg='],
    [2, 2, () => [0, 0, 0, 0], 'AAiCBQAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='],
  ]
  for (const [width, height, pixel, expected] of cases)
    assert.equal(hashOf(width, height, pixel), expected, `${width} × ${height}`)
})
