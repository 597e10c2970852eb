import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseS3Url } from './s3-url.ts'

test('parseS3Url reads a bucket and a prefix, and refuses anything else', () => {
  assert.deepEqual(parseS3Url('s3://hall'), { bucket: 'hall', prefix: '' })
  assert.deepEqual(parseS3Url('s3://hall/'), { bucket: 'hall', prefix: '' })
  assert.deepEqual(parseS3Url('s3://hall.one/a/b_c'), { bucket: 'hall.one', prefix: 'a/b_c/' })
  assert.deepEqual(parseS3Url('s3://hall/a/'), { bucket: 'hall', prefix: 'a/' })
  for (const text of [
    's3://',
    's3://A',
    's3://Hall',
    's3://hall/../x',
    's3://hall//x',
    's3://hall/a?b',
    'https://hall',
    's3://key:secret@hall',
  ])
    assert.equal(parseS3Url(text), null, text)
})
