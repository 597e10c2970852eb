import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AfterClose, afterClose } from './close-codes.ts'

const CASES: Readonly<Record<AfterClose, readonly number[]>> = {
  end: [4004, 4010, 4011, 4012, 4013, 4014],
  identify: [4007, 4009],
  resume: [1000, 1001, 1006, 4000, 4001, 4002, 4003, 4005, 4008],
}

for (const [next, codes] of Object.entries(CASES))
  test(`a client goes on with "${next}" after the close codes ${codes.join(', ')}`, () => {
    for (const code of codes) assert.equal(afterClose(code), next, String(code))
  })
