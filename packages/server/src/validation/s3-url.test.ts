import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FOLDER_OR_BUCKET, parseS3Url } from './s3-url.ts'

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

test('FOLDER_OR_BUCKET takes each folder, and the buckets that parseS3Url reads', () => {
  const pattern = new RegExp(FOLDER_OR_BUCKET)
  for (const folder of ['/srv/backups', 'backups', 'C:\\backups', './s3:/x', '../up']) assert.match(folder, pattern)
  const buckets = ['hall', 'hall/', 'hall.one/a/b_c', 'hall/a/', 'hall/..a', 'hall/../x', 'hall/a/..', 'hall/./x']
  for (const rest of [...buckets, '', 'A', 'hall//x', 'hall/a?b', 'key:secret@hall', 'hall/a//']) {
    const text = `s3://${rest}`
    assert.equal(pattern.test(text), parseS3Url(text) !== null, text)
  }
})
