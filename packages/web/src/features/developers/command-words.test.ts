import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OptionType } from '@guildhall/protocol'
import { inLanguage, languagesOf, optionInWords, placesInWords } from './command-words.ts'

test('optionInWords names type, limits and choices', () => {
  const option = { name: 'n', description: 'd' }
  assert.equal(
    optionInWords({ ...option, type: OptionType.STRING, required: true, max_length: 5 }),
    'text, required, up to 5 characters',
  )
  assert.equal(
    optionInWords({ ...option, type: OptionType.INTEGER, min_value: 1, max_value: 6 }),
    'whole number, 1 to 6',
  )
  assert.equal(
    optionInWords({ ...option, type: OptionType.NUMBER, choices: [{ name: 'a', value: 1 }] }),
    'number, 1 choice',
  )
})

test('languagesOf finds the languages of options too, and inLanguage falls back', () => {
  const command = {
    name: 'hello',
    description: 'Says hello',
    name_localizations: { de: 'hallo' },
    options: [{ type: 3, name: 'to', description: 'Person', description_localizations: { fr: 'Personne' } }],
  }
  assert.deepEqual(languagesOf(command), ['de', 'fr'])
  assert.deepEqual(inLanguage(command, 'de'), { name: 'hallo', description: 'Says hello' })
  assert.equal(placesInWords(null), 'everywhere')
  assert.equal(placesInWords([0, 2]), 'guilds, other direct messages')
})
