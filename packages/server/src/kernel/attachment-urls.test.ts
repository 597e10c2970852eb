import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AttachmentUrls, withoutSignature } from './attachment-urls.ts'

const HOUR = 3_600_000
const cdn = 'http://127.0.0.1:7700/cdn'
const file = `${cdn}/attachments/1/2/a%20b.png`

function at(start: number, key = 'secret') {
  const state = { now: start }
  return { urls: new AttachmentUrls({ key: Buffer.from(key), now: () => state.now, cdn }), state }
}

function parts(url: string) {
  const { pathname, searchParams } = new URL(url)
  return [pathname.replace('/cdn', ''), Object.fromEntries(searchParams)] as const
}

test('a signed URL is valid for a day, equal within an hour, and signed again in each response', () => {
  const { urls, state } = at(1_700_000_000_000)
  const signed = urls.sign(file)
  assert.match(signed, /\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]{64}&$/)
  assert.equal(urls.verify(...parts(signed)), 'valid')
  state.now += 24 * HOUR
  assert.equal(urls.verify(...parts(signed)), 'valid')
  state.now += 2 * HOUR
  assert.equal(urls.verify(...parts(signed)), 'expired')
  const again = urls.sign(signed)
  assert.notEqual(again, signed)
  assert.equal(urls.verify(...parts(again)), 'valid')
  assert.equal(urls.refresh(signed), again)
  assert.equal(withoutSignature(again), file)
})

test('sign replaces the port under which an attachment was stored', () => {
  const { urls } = at(1_700_000_000_000)
  assert.equal(urls.sign(file.replace(':7700', ':4312')), urls.sign(file))
  assert.equal(urls.sign(file.replace(':7700', '')), urls.sign(file))
  const six = new AttachmentUrls({ key: Buffer.from('s'), now: () => 0, cdn: 'http://[::1]:7700/cdn' })
  assert.match(six.sign('http://[::1]:4312/cdn/attachments/1/2/a.png'), /^http:\/\/\[::1\]:7700\/.*hm=/)
  const elsewhere = file.replace('127.0.0.1', '127.0.0.2')
  assert.equal(urls.sign(elsewhere), elsewhere)
})

test('no part of an address can be changed, and no other platform signs for this one', () => {
  const { urls } = at(1_700_000_000_000)
  const [path, query] = parts(urls.sign(file))
  assert.equal(urls.verify(path.replace('/1/', '/3/'), query), 'forged')
  assert.equal(urls.verify(path, { ...query, ex: 'ffffffff' }), 'forged')
  assert.equal(urls.verify(path, { ...query, hm: '' }), 'forged')
  assert.equal(urls.verify(path, {}), 'forged')
  assert.equal(at(1_700_000_000_000, 'other').urls.verify(path, query), 'forged')
  assert.equal(urls.refresh(file), null)
  assert.equal(urls.refresh('https://example.com/cdn/attachments/1/2/a.png?hm=1'), null)
})

test('an address is kept without its signature, and one that has none as it is', () => {
  const { urls } = at(0)
  assert.equal(withoutSignature(urls.sign(file)), file)
  for (const url of [file, `${file}?v=1`, 'https://example.com/?hm=1', 'attachment://a.png', '']) {
    assert.equal(withoutSignature(url), url)
  }
})
