import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanFilename } from './filename.ts'

test('names of files lose their tricks and keep their meaning', () => {
  const cases: [string, string | null][] = [
    ['a.png', 'a.png'],
    ['SPOILER_a b.png', 'SPOILER_a_b.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\x.txt', 'x.txt'],
    ['..', null],
    ['', null],
    ['a/', null],
    ['a\0b.png', 'a_b.png'],
    ['grüße.txt', 'grüße.txt'],
    ['\ud83d.png', '_.png'],
    ['%2e%2e', '_2e_2e'],
  ]
  for (const [given, expected] of cases) assert.equal(cleanFilename(given), expected, JSON.stringify(given))
})

test('a long name fits a disk, whatever its characters, and keeps its extension', () => {
  for (const character of ['a', 'ü', '漢', '𝒜']) {
    const clean = cleanFilename(`${character.repeat(1000)}.jpeg`) ?? ''
    assert.ok(Buffer.byteLength(clean) <= 255)
    assert.ok(clean.endsWith(`${character}.jpeg`), clean.slice(-10))
    assert.ok(clean.isWellFormed())
  }
  assert.equal(cleanFilename(`SPOILER_${'x'.repeat(999)}`)?.slice(0, 9), 'SPOILER_x')
})
