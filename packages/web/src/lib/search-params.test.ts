import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from './search-params.ts'

test('ids, numbers and repeated names in an address stay as they are', () => {
  for (const search of [
    '',
    '?client_id=1234567890123456789&scope=bot',
    '?a=1e3&b=true&c=%22x%22',
    '?scope=a&scope=b',
    '?text=',
  ])
    assert.equal(stringifySearch(parseSearch(search)), search)
})
