import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameOf } from './dave-frame.ts'

const content = 'aabbccddeeff0011'
const tag = '0102030405060708'

for (const [frame, kind] of [
  ['f8fffe', 'silence'],
  ['f8fffe00', 'plain'],
  [`${content}${tag}010cfafa`, 'encrypted'],
  [`${content}${tag}80010dfafa`, 'encrypted'],
  [`${tag}010cfafa`, 'encrypted'],
  [`${content}${tag}010cfafb`, 'plain'],
  [`${content}${tag}010bfafa`, 'plain'],
  [`${content}${tag}0115fafa`, 'plain'],
  [`${content}${tag}ff0cfafa`, 'plain'],
  ['0102010cfafa', 'plain'],
  ['fafa', 'plain'],
  ['', 'plain'],
] as const) {
  test(`a frame ${frame || 'of no bytes'} is ${kind}`, () => assert.equal(frameOf(Buffer.from(frame, 'hex')), kind))
}
