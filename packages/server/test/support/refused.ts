import assert from 'node:assert/strict'
import type { Answer } from '@guildhall/testing'

/** Asserts that a request was refused with a status and a documented code. */
export function refused(
  answer: Pick<Answer<unknown>, 'status' | 'code' | 'body'>,
  status: number,
  code: number,
  what = '',
): void {
  assert.deepEqual([answer.status, answer.code], [status, code], what || JSON.stringify(answer.body))
}
