import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageFacts } from './page-facts.ts'

const URL = 'https://a.example/dir/page'
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`

test('pageFacts prefers OpenGraph to Twitter cards, and both to plain elements', () => {
  const plain = `<title> Plain\n title </title>${meta('description', 'plain')}`
  const twitter = meta('twitter:title', 'Twitter') + meta('twitter:description', 'card')
  const open = meta('og:title', 'Open &amp; graph') + meta('OG:Description', 'graph') + meta('og:title', 'second')
  const facts = (head: string) => {
    const { title, description } = pageFacts(`<html><head>${head}`, URL)
    return [title, description]
  }
  assert.deepEqual(facts(plain), ['Plain title', 'plain'])
  assert.deepEqual(facts(plain + twitter), ['Twitter', 'card'])
  assert.deepEqual(facts(plain + twitter + open), ['Open & graph', 'graph'])
  assert.deepEqual(facts(''), [null, null])
})

test('pageFacts resolves addresses, of http and https alone', () => {
  const picture = (content: string) => pageFacts(meta('og:image', content), URL).picture?.url
  assert.equal(picture('/b.png'), 'https://a.example/b.png')
  assert.equal(picture('c.png'), 'https://a.example/dir/c.png')
  for (const other of ['javascript:alert(1)', 'data:image/png;base64,AAAA', 'file:///etc/passwd', 'https://['])
    assert.equal(picture(other), undefined, other)
  const oembed = '<link rel="alternate" type="application/json+oembed" href="/o?format=json">'
  assert.equal(pageFacts(oembed, URL).oembed, 'https://a.example/o?format=json')
})

test('pageFacts takes sides that are sides, and ignores the titles of pictures', () => {
  const sides = (width: string) => pageFacts(meta('og:image', '/a') + meta('og:image:width', width), URL).picture?.width
  assert.deepEqual(['640', '-1', '1e9', 'x'].map(sides), [640, null, null, null])
  assert.equal(pageFacts('<title>Page</title><svg><title>Picture</title></svg>', URL).title, 'Page')
})

test('pageFacts reads a page that is cut anywhere, and one that never ends a tag', () => {
  const page = `<html><head><title>Page</title>${meta('og:description', 'text')}</head>`
  for (let end = 0; end <= page.length; end += 1) pageFacts(page.slice(0, end), URL)
  assert.equal(pageFacts(`<title>Page</title>${'<a '.repeat(50_000)}`, URL).title, 'Page')
})
