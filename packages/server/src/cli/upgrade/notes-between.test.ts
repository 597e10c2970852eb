import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notesBetween } from './notes-between.ts'

const CHANGELOG = `# guildhall

## 1.10.0

### Minor Changes

- ten

## 1.10.0-beta.2

- beta

## 1.9.0

- nine

## 0.1.0

The first version.
`

test('notesBetween returns the sections of the versions after one, up to another', () => {
  const versions = (after: string, upTo: string) =>
    [...notesBetween(CHANGELOG, after, upTo).matchAll(/^## (.+)$/gm)].map(([, version]) => version)
  assert.deepEqual(versions('0.1.0', '1.10.0'), ['1.10.0', '1.10.0-beta.2', '1.9.0'])
  assert.deepEqual(versions('1.9.0', '1.10.0-beta.2'), ['1.10.0-beta.2'])
  assert.deepEqual(versions('1.10.0-beta.2', '1.10.0'), ['1.10.0'])
  assert.deepEqual(versions('1.10.0-beta.1', '1.9.9'), [])
  assert.deepEqual(versions('1.10.0', '1.10.0'), [])
  assert.deepEqual(versions('2.0.0', '1.0.0'), [])
  assert.equal(notesBetween(CHANGELOG, '1.9.0', '1.10.0').includes('### Minor Changes\n\n- ten'), true)
  assert.equal(notesBetween('no changelog', '0.1.0', '9.0.0'), '')
})
