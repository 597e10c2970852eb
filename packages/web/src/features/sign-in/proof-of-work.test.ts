import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { solve } from './proof-of-work.ts'

const hashOf = (salt: string, number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex')

test('the number of a challenge is found, and returned with all that the platform sent', async () => {
  for (const number of [0, 1, 2_001, 4_500]) {
    const challenge = { challenge: hashOf('grain?expires=1', number), salt: 'grain?expires=1', maxnumber: 4_500 }
    const answer = JSON.parse(atob(await solve({ ...challenge, signature: 'sealed' })))
    assert.deepEqual(answer, { ...challenge, signature: 'sealed', number })
  }
})

test('a challenge that no number fits is an error', async () => {
  await assert.rejects(solve({ challenge: hashOf('other', 5), salt: 'grain', maxnumber: 10 }))
})
