import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnicodeEmoji } from './model.ts'

test('isUnicodeEmoji accepts one emoji, however many code points it has', () => {
  for (const emoji of ['👍', '👋🏽', '❤', '❤️', '☠', '1️⃣', '🇩🇪', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', '👩🏾‍❤️‍💋‍👩🏽'])
    assert.ok(isUnicodeEmoji(emoji), emoji)
})

test('isUnicodeEmoji rejects several emojis and other text', () => {
  for (const text of ['', 'a', '1', ':x:', '👍👍', '👍👋🏽', '🇩🇪🇫🇷', '👍a', 'a👍'])
    assert.ok(!isUnicodeEmoji(text), text)
})
