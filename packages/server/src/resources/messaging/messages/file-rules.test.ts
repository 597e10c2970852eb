import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageFlag } from '@guildhall/protocol'
import { filesOf } from './file-rules.ts'

type Source = Parameters<typeof filesOf>[0]
const at = (name: string) => ({ url: `http://host/cdn/attachments/1/2/${name}` })
const message = (fields: object): Source =>
  ({ attachments: [], sticker_items: [], snapshots: [], webhook: null, author_id: 9n, flags: 0, ...fields }) as Source

test('filesOf returns attachments, stickers and the avatar of a webhook once each', () => {
  const { own, shared } = filesOf(
    message({
      attachments: [at('a%20b.png'), at('a%20b.png?ex=1')],
      sticker_items: [{ id: '5' }],
      webhook: { name: 'hook', avatar: 'hash' },
    }),
  )
  assert.equal(own.length, 3)
  assert.ok(own.includes('attachments/1/2/a b.png'), own.join())
  assert.ok(own.includes('images/avatars/9/hash'))
  assert.deepEqual(shared, [])
})

test('filesOf shares the attachments of a crosspost and of a forwarded message with their source', () => {
  const copy = filesOf(message({ attachments: [at('a.png')], flags: MessageFlag.IS_CROSSPOST }))
  assert.deepEqual([copy.own, copy.shared], [[], ['attachments/1/2/a.png']])
  const snapshots = [{ message: { attachments: [at('b.png')], sticker_items: [{ id: '5' }] } }, { message: {} }]
  const forward = filesOf(message({ snapshots }))
  assert.deepEqual([forward.own.length, forward.shared], [1, ['attachments/1/2/b.png']])
})

test('filesOf ignores addresses of other hosts without attachments', () => {
  assert.deepEqual(filesOf(message({ attachments: [{ url: 'https://example.com/a.png' }] })), { own: [], shared: [] })
})
