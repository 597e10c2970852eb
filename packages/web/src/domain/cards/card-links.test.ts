import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from '../markdown/parse.ts'
import { cardLinks } from './card-links.ts'

const ORIGIN = 'http://127.0.0.1:7700'
const linksOf = (text: string) => cardLinks(parseMarkdown(text), ORIGIN)
const invite = (code: string) => ({ kind: 'invite', code })

test('links to invites and activities of this platform and of the public one have cards', () => {
  assert.deepEqual(linksOf(`come: ${ORIGIN}/invite/abc-1 or https://discord.gg/xyz`), [invite('abc-1'), invite('xyz')])
  assert.deepEqual(linksOf('**https://discord.com/activities/42?custom_id=a**'), [
    { kind: 'activity', applicationId: '42', search: '?custom_id=a' },
  ])
})

test('a message has three cards at most, and one for each link', () => {
  assert.deepEqual(linksOf(`${ORIGIN}/invite/a1 `.repeat(5)), [invite('a1')])
  const many = ['aa', 'bb', 'cc', 'dd'].map((code) => `- ${ORIGIN}/invite/${code}`).join('\n')
  assert.deepEqual(linksOf(many), [invite('aa'), invite('bb'), invite('cc')])
})

test('other hosts, other pages, spoilers and code have none', () => {
  for (const text of [
    'https://example.com/invite/abc',
    'https://discord.gg.example.com/abc',
    `${ORIGIN}/channels/1/2`,
    `${ORIGIN}/activities/abc`,
    `||${ORIGIN}/invite/abc||`,
    `\`${ORIGIN}/invite/abc\``,
  ])
    assert.deepEqual(linksOf(text), [], text)
})
