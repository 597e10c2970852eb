import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalStore, resetPersonalStores } from './personal-store.ts'

test('personal stores begin anew for the next person, and tell those who read them', () => {
  const dialog = personalStore<{ open: string | null }>({ open: null })
  const seen: (string | null)[] = []
  dialog.subscribe(({ open }) => seen.push(open))
  dialog.setState({ open: 'codes' })
  resetPersonalStores()
  assert.deepEqual(dialog.getState(), { open: null })
  assert.deepEqual(seen, ['codes', null])
})
