import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityCookie } from './cookies.ts'

const HOST = '1.activities.localhost'
const DECIDED = 'SameSite=None; Secure; Partitioned'

const CASES: [given: string, expected: string | null][] = [
  ['a=1', `a=1; ${DECIDED}`],
  ['a=', `a=; ${DECIDED}`],
  ['a=1; Path=/x; HttpOnly; Max-Age=5', `a=1; Path=/x; HttpOnly; Max-Age=5; ${DECIDED}`],
  ['a=1; domain=.game.example; secure; SAMESITE=Strict; partitioned', `a=1; Domain=${HOST}; ${DECIDED}`],
  ['a=1; Domain=activities.localhost;;', `a=1; Domain=${HOST}; ${DECIDED}`],
  ['__Host-a=1; Path=/; Secure', `__Host-a=1; Path=/; ${DECIDED}`],
  ['__host-a=1; Path=/; Domain=x', `__host-a=1; Path=/; ${DECIDED}`],
  ['=1', null],
  ['a', null],
  ['', null],
  ['__Host-guildhall-proxy-ticket=x; Path=/', null],
]

for (const [given, expected] of CASES)
  test(`the cookie ${JSON.stringify(given)} becomes ${JSON.stringify(expected)}`, () => {
    assert.equal(activityCookie(given, HOST), expected)
  })
