import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abortable } from './abortable.ts'

const never = new Promise<string>(() => undefined)

test('a promise that never settles ends with its signal, also with one that was aborted before', async () => {
  const ending = new AbortController()
  const waiting = abortable(never, ending.signal)
  ending.abort(new Error('given up'))
  await assert.rejects(waiting, /given up/)
  await assert.rejects(abortable(never, ending.signal), /given up/)
  assert.equal(await abortable(Promise.resolve('done'), new AbortController().signal), 'done')
})
