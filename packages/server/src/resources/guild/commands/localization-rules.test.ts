import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { checkDistinctNames, checkLocalizations } from './localization-rules.ts'

const invalid = (text: string) => text !== text.toLowerCase()
for (const [name, given, refused] of [
  ['nothing', null, []],
  ['known locales', { de: 'farbe', fr: 'couleur' }, []],
  ['the longest text', { de: 'é'.repeat(32) }, []],
  ['an unknown locale', { xx: 'farbe' }, ['xx']],
  ['an empty text', { de: '' }, ['de']],
  ['a text that is too long', { de: 'x'.repeat(33), fr: 'couleur' }, ['de']],
  ['a text that breaks the pattern of names', { de: 'Farbe' }, ['de']],
] as const) {
  test(`localizations with ${name} have ${refused.length === 0 ? 'no fault' : `a fault at ${refused}`}`, () => {
    const faults = new Faults()
    checkLocalizations(given, { max: 32, invalid }, faults.at('names'))
    assert.deepEqual(Object.keys(faults.toJSON().names ?? {}), refused)
  })
}

for (const [name, options, refused] of [
  ['different names', [{ name: 'a', name_localizations: { de: 'x' } }, { name: 'b' }], []],
  ['the name of another option', [{ name: 'a', name_localizations: { de: 'b' } }, { name: 'b' }], ['0']],
  [
    'one localized name twice',
    [
      { name: 'a', name_localizations: { de: 'x' } },
      { name: 'b', name_localizations: { de: 'x' } },
    ],
    ['1'],
  ],
  [
    'one name in two locales',
    [
      { name: 'a', name_localizations: { de: 'x' } },
      { name: 'b', name_localizations: { fr: 'x' } },
    ],
    [],
  ],
  ['its own default name', [{ name: 'a', name_localizations: { de: 'a' } }], []],
] as const) {
  test(`options with ${name} have ${refused.length === 0 ? 'no fault' : `a fault at option ${refused}`}`, () => {
    const faults = new Faults()
    checkDistinctNames(options, faults.at('options'))
    assert.deepEqual(Object.keys(faults.toJSON().options ?? {}), refused)
  })
}
