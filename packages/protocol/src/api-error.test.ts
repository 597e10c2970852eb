import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, errorOfCode, invalidForm } from './api-error.ts'
import { ERRORS, type ErrorRow } from './error-table.ts'
import { Faults } from './faults.ts'
import { allow, demand, refuse } from './verdict.ts'

const rows: [string, ErrorRow][] = Object.entries(ERRORS)

test('[ERR-9] ERRORS has each code once, 404 for 10xxx, and a text for each', () => {
  const seen = new Set<number>()
  for (const [name, { code, status, message }] of rows) {
    assert.ok(message.length > 3, name)
    assert.ok(status === 202 || (status >= 400 && status < 600), name)
    if (code === 0) continue
    assert.ok(!seen.has(code), `${name} repeats ${code}`)
    seen.add(code)
    if (code >= 10000 && code < 20000) assert.equal(status, 404, name)
  }
})

test('[ERR-9] ERRORS lists the statuses that differ from 400 and from their range', () => {
  const cases: [number, number][] = [
    [20001, 403],
    [20002, 403],
    [20012, 403],
    [20016, 429],
    [20018, 403],
    [20022, 429],
    [20028, 429],
    [40001, 401],
    [40002, 403],
    [40005, 413],
    [40007, 403],
    [40062, 429],
    [50001, 403],
    [50002, 403],
    [50005, 403],
    [50007, 403],
    [50013, 403],
    [50014, 401],
    [50025, 403],
    [50026, 403],
    [50027, 401],
    [60003, 401],
    [110000, 202],
    [110001, 202],
    [130000, 503],
    [160005, 403],
    [530000, 403],
    [530007, 401],
    [30003, 400],
    [30034, 400],
    [40060, 400],
    [50035, 400],
    [50109, 400],
    [200000, 400],
    [530017, 400],
  ]
  for (const [code, status] of cases) assert.equal(errorOfCode(code)?.status, status, String(code))
})

test('[ERR-3] [ERR-4] ERRORS has the texts that clients match', () => {
  assert.equal(ERRORS.CANNOT_FORWARD_UNREADABLE.message, 'You cannot forward a message whose content you cannot read')
  assert.equal(ERRORS.MERGE_SOURCE_BANNED.message, 'Merge source user is banned')
  assert.equal(ERRORS.INVALID_FORM_BODY.message, 'Invalid Form Body')
})

test('[ERR-8] ApiError.toJSON() has message, code, faults and further keys, and no reason', () => {
  const plain = new ApiError('UNKNOWN_CHANNEL', { reason: 'hidden by an overwrite', cause: new Error('x') })
  assert.equal(plain.status, 404)
  assert.equal(plain.code, 10003)
  assert.deepEqual(JSON.parse(JSON.stringify(plain)), { message: 'Unknown Channel', code: 10003 })

  const form = invalidForm(['embeds', 0, 'title'], 'BASE_TYPE_REQUIRED', 'This field is required')
  assert.equal(form.status, 400)
  assert.deepEqual(JSON.parse(JSON.stringify(form)), {
    message: 'Invalid Form Body',
    code: 50035,
    errors: {
      embeds: { '0': { title: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } } },
    },
  })
  assert.equal('errors' in new ApiError('INVALID_FORM_BODY', { faults: new Faults() }).toJSON(), false)

  const later = new ApiError('INDEX_NOT_READY', { extra: { documents_indexed: 0, retry_after: 2 } })
  assert.equal(later.status, 202)
  assert.deepEqual(later.toJSON(), {
    message: 'Index not yet available. Try again later',
    code: 110000,
    documents_indexed: 0,
    retry_after: 2,
  })
})

test('[ERR-8] Faults.toJSON() reports the faults of a field or those of its parts', () => {
  const faults = new Faults()
  faults.add(['poll', 'answers', 0, 'text'], 'BASE_TYPE_REQUIRED', 'This field is required')
  faults.add(['poll'], 'POLL_NOT_HERE', 'No poll')
  faults.add(['content'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const below = new Faults()
  below.merge(faults, ['data'])
  const tree = {
    poll: { _errors: [{ code: 'POLL_NOT_HERE', message: 'No poll' }] },
    content: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] },
  }
  assert.deepEqual(JSON.parse(JSON.stringify(faults)), tree)
  assert.deepEqual(JSON.parse(JSON.stringify(below)), { data: tree })
})

test('[ERR-8] Faults.at() collects faults of the same form below a path', () => {
  const faults = new Faults()
  const option = faults.at('options', 1)
  assert.deepEqual([faults.any, option.any, option.depth], [false, false, 2])
  option.at('choices').add([0, 'name'], 'BASE_TYPE_REQUIRED', 'This field is required')
  option.add([], 'BASE_TYPE_CHOICES', 'Unknown option.')
  assert.deepEqual([faults.any, faults.at('name').any], [true, true])
  const wrong = [{ code: 'BASE_TYPE_CHOICES', message: 'Unknown option.' }]
  assert.deepEqual(JSON.parse(JSON.stringify(faults)), { options: { 1: { _errors: wrong } } })
})

test('demand() throws the error of a refusal and accepts an allowance', () => {
  demand(allow)
  assert.throws(
    () => demand(refuse('MISSING_PERMISSIONS', 'needs PIN_MESSAGES')),
    (error) => error instanceof ApiError && error.code === 50013 && error.reason === 'needs PIN_MESSAGES',
  )
})
