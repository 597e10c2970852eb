import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PreparedTexts } from './prepared-texts.ts'

test('a statement written at run time is prepared from its second use', () => {
  const texts = new PreparedTexts()
  assert.deepEqual([texts.use('SELECT 1'), texts.use('SELECT 1'), texts.use('SELECT 1')], [false, true, true])
})

test('at most 500 statements written at run time are prepared', () => {
  const texts = new PreparedTexts()
  const prepared = Array.from({ length: 2_000 }, (_, number) => {
    texts.use(`SELECT ${number}`)
    return texts.use(`SELECT ${number}`)
  })
  assert.equal(prepared.filter(Boolean).length, 500)
  assert.equal(texts.use('SELECT 499'), true)
  assert.equal(texts.use('SELECT 500'), false)
})
