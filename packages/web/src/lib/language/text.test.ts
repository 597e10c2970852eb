import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { languageOf } from './language.ts'
import { packCatalogue, unpackCatalogue } from './packed-catalogue.ts'
import { rich } from './rich.ts'
import { keyOf, msg, setTexts, t } from './text.ts'

const german = new Map([
  [keyOf('Delete {name}?'), '{name} löschen?'],
  [keyOf('state|Open'), 'Offen'],
  [keyOf('{count, plural, one {# vote} other {# votes}}'), '{count, plural, one {# Stimme} other {# Stimmen}}'],
])
const arabic = new Map([
  [
    keyOf('{count, plural, one {# vote} other {# votes}}'),
    '{count, plural, zero {لا أصوات} one {صوت واحد} two {صوتان} few {# أصوات} other {# صوتًا}}',
  ],
])

describe('texts', () => {
  afterEach(() => setTexts('en', undefined, 'en'))

  test('a text without a catalogue is its English original, without its context', () => {
    assert.equal(t('Save'), 'Save')
    assert.equal(t('state|Open'), 'Open')
    assert.equal(t('Delete {name}?', { name: 'general' }), 'Delete general?')
    assert.equal(t(msg('Save')), 'Save')
  })

  test('a catalogue is the same after it was packed and sent', () => {
    const sent = JSON.parse(JSON.stringify(packCatalogue(german)))
    assert.deepEqual(new Map([...unpackCatalogue(sent)].sort()), new Map([...german].sort()))
  })

  test('a text is translated, and one that the catalogue does not have stays English', () => {
    setTexts('de', german, 'de')
    assert.equal(t('Delete {name}?', { name: '{x}' }), '{x} löschen?')
    assert.equal(t('state|Open'), 'Offen')
    assert.equal(t('Open'), 'Open')
  })

  test('a number chooses the plural form of the language', () => {
    const votes = (count: number) => t('{count, plural, one {# vote} other {# votes}}', { count })
    assert.deepEqual([0, 1, 2].map(votes), ['0 votes', '1 vote', '2 votes'])
    setTexts('de', german, 'de')
    assert.deepEqual([0, 1, 2, 1_000].map(votes), ['0 Stimmen', '1 Stimme', '2 Stimmen', '1000 Stimmen'])
    setTexts('ar', arabic, 'ar-u-nu-arab')
    assert.deepEqual([0, 1, 2, 3, 11].map(votes), ['لا أصوات', 'صوت واحد', 'صوتان', '٣ أصوات', '١١ صوتًا'])
  })

  test('a choice takes the form of its value, or the last one', () => {
    const joined = (kind: string) => t('{kind, select, call {Join call} other {Join {name}}}', { kind, name: 'x' })
    assert.deepEqual(['call', 'stage'].map(joined), ['Join call', 'Join x'])
    assert.equal(t('{n, plural, =0 {nobody} one {# user} other {# users}}', { n: 0 }), 'nobody')
  })

  test('elements stand around their words', () => {
    const strong = { type: 'strong' }
    const node = rich('By {name}, see <unknown>this</unknown>.', { name: strong as never })
    const children = (node as { props: { children: unknown[] } }).props.children
    assert.deepEqual(children, ['By ', strong, ', see ', ['this'], '.'])
  })
})

test('the language is the first one that the app has', () => {
  const cases: [(string | null)[], string][] = [
    [['de-AT', 'en'], 'de'],
    [['fr', 'ar-EG'], 'ar'],
    [[null, 'DE'], 'de'],
    [['fr', ''], 'en'],
    [[], 'en'],
  ]
  for (const [locales, expected] of cases) assert.equal(languageOf(locales), expected, locales.join())
})
