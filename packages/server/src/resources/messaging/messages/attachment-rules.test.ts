import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AttachmentFlag, type AttachmentObject, Faults } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import type { UploadedFile } from '../../../kernel/files.ts'
import { checkDescribedFiles, filenamesOf, keptAttachments, spoilerFlags } from './attachment-rules.ts'

const file = (index: number | null, filename = 'a.png') => ({ index, filename }) as UploadedFile
const attachment = (id: string, fields: Partial<AttachmentObject> = {}) =>
  ({ id, filename: 'old.png', description: 'old', ...fields }) as AttachmentObject

test('[ATT-3] [ATT-4] [ATT-5] spoilerFlags follows the name, then the request, then the stored flag', () => {
  const { IS_SPOILER } = AttachmentFlag
  const cases: [number, string, boolean | null | undefined, number][] = [
    [0, 'SPOILER_a.png', false, IS_SPOILER],
    [0, 'a.png', true, IS_SPOILER],
    [IS_SPOILER, 'a.png', undefined, IS_SPOILER],
    [IS_SPOILER, 'a.png', null, IS_SPOILER],
    [IS_SPOILER, 'a.png', false, 0],
    [0, 'spoiler_a.png', undefined, 0],
  ]
  for (const [flags, name, requested, expected] of cases)
    assert.equal(spoilerFlags(flags, name, requested), expected, `${flags} ${name} ${requested}`)
})

test('filenamesOf prefers the described name, by the index of the field or the position of the file', () => {
  const files = [file(3), file(null, 'b.png'), file(null, '')]
  assert.deepEqual(
    filenamesOf(files, [
      { id: 3n, filename: 'x.png' },
      { id: 1n, filename: null },
    ]),
    ['x.png', 'b.png', 'unknown'],
  )
})

test('checkDescribedFiles refuses a description of no file, and two of one file', () => {
  const faults = new Faults()
  checkDescribedFiles([{ id: 0n }, { id: 0n }, { id: 7n }], [file(null)], faults.at('attachments'))
  assert.deepEqual(faultsIn(faults), [
    'attachments.1.id SET_TYPE_ALREADY_CONTAINS_VALUE',
    'attachments.2.id ATTACHMENT_NOT_FOUND',
  ])
})

test('[END-60] keptAttachments keeps what an edit lists, with its changes', () => {
  const existing = [attachment('10'), attachment('11'), attachment('12')]
  const faults = new Faults()
  const requested = [{ id: 10n }, { id: 11n, description: 'new', is_spoiler: true }, { id: 0n, description: 'a file' }]
  const kept = keptAttachments(existing, requested, [file(null)], faults)
  assert.deepEqual(faultsIn(faults), [])
  assert.deepEqual(kept, [attachment('10'), attachment('11', { description: 'new', flags: AttachmentFlag.IS_SPOILER })])
  const [bare] = keptAttachments(existing, [{ id: 12n, description: null }], [], faults)
  assert.equal(bare?.description, undefined)
  keptAttachments(existing, [{ id: 99n }], [], faults)
  assert.deepEqual(faultsIn(faults), ['0.id ATTACHMENT_NOT_FOUND'])
})
