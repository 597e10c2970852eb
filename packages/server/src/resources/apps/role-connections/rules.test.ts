import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { readMetadata } from './rules.ts'

test('readMetadata() accepts values of the type of their record and drops unknown keys', () => {
  const rows: [type: number, value: string | number | boolean, kept: string | null][] = [
    [1, 5, '5'],
    [2, '-7', '-7'],
    [3, '1.5', null],
    [4, 'many', null],
    [5, '2026-02-03', '2026-02-03'],
    [6, '2026-02-03T04:05:06Z', '2026-02-03T04:05:06Z'],
    [6, '2026-13-40', null],
    [5, '7', null],
    [7, true, '1'],
    [8, '0', '0'],
    [8, '2', null],
  ]
  for (const [type, value, kept] of rows) {
    const faults = new Faults()
    const metadata = readMetadata({ k: value }, [{ type, key: 'k', name: 'K', description: 'k' }], faults)
    assert.deepEqual([metadata.k ?? null, faults.any], [kept, kept === null], `${type} ${value}`)
  }
  const unknown = new Faults()
  assert.deepEqual(readMetadata({ other: 1 }, [{ type: 1, key: 'k', name: 'K', description: 'k' }], unknown), {})
  assert.equal(unknown.any, false)
})
