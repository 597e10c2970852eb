import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf } from './locale.ts'

test('the locale of a request: the named one, the accepted ones by weight, else the caller’s own', () => {
  const cases: [string | undefined, string | undefined, string][] = [
    [undefined, undefined, 'fr'],
    ['de', 'it', 'de'],
    ['DE', undefined, 'de'],
    ['nonsense', 'it', 'it'],
    [undefined, '*', 'fr'],
    [undefined, 'xx;q=1, en;q=0.2, ja;q=0.3', 'ja'],
    [undefined, 'de;q=0', 'fr'],
    [undefined, 'en', 'en-US'],
    [undefined, 'zh', 'zh-CN'],
    [undefined, 'de-DE', 'de'],
    [undefined, 'de-AT, it', 'de'],
    [undefined, 'en-AU', 'en-US'],
    [undefined, 'es-MX', 'es-419'],
    [undefined, 'es', 'es-ES'],
    [undefined, 'nb-NO', 'no'],
    [undefined, 'xx-YY', 'fr'],
    [undefined, `${','.repeat(5_000)}de`, 'fr'],
  ]
  for (const [named, accepted, expected] of cases) {
    const headers = {
      ...(named === undefined ? {} : { 'x-discord-locale': named }),
      ...(accepted === undefined ? {} : { 'accept-language': accepted }),
    }
    assert.equal(localeOf(headers, 'fr'), expected, `${named} ${accepted}`)
  }
})
