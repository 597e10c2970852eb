import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginPersonalStores, personalStore } from './personal-store.ts'

test('personal stores begin anew for the next person, and tell those who read them', () => {
  const dialog = personalStore<{ open: string | null }>({ open: null })
  const seen: (string | null)[] = []
  dialog.subscribe(({ open }) => seen.push(open))
  beginPersonalStores('ann')
  dialog.setState({ open: 'codes' })
  beginPersonalStores('ann')
  assert.deepEqual(dialog.getState(), { open: 'codes' })
  beginPersonalStores('bob')
  assert.deepEqual(dialog.getState(), { open: null })
  assert.deepEqual(seen, ['codes', null])
})
