import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueViolations, LANGUAGES } from './catalogues.ts'

const uses = ['Save', 'Delete {name}?'].map((message) => ({ message, path: 'packages/web/src/a.tsx', line: 1 }))
const votes = '{count, plural, one {# vote} other {# votes}}'

const detailsOf = (language: string, catalogue: Record<string, string>, used = uses) =>
  catalogueViolations(used, language, catalogue).map(({ detail }) => detail)

for (const language of LANGUAGES) {
  test(`the catalogue ${language}.json is refused with a gap or with an empty translation`, () => {
    const missing = [`“Save” is not translated in ${language}.json`]
    assert.deepEqual(detailsOf(language, { 'Delete {name}?': '{name}?' }), missing)
    assert.deepEqual(detailsOf(language, { Save: '', 'Delete {name}?': '{name}?' }), missing)
    assert.deepEqual(detailsOf(language, { Save: '+', 'Delete {name}?': '{name}?' }), [])
  })
}

test('a translation with another placeholder, or of an unused text, is refused', () => {
  assert.deepEqual(detailsOf('de', { Save: '+', 'Delete {name}?': '{user}?', Gone: '-' }), [
    '“{user}?” has user, not name',
    '“Gone” is used nowhere',
  ])
})

test('a plural without a form of its language is refused', () => {
  const used = [{ message: votes, path: 'packages/web/src/a.tsx', line: 1 }]
  const text = '{count, plural, one {صوت واحد} two {صوتان} few {# أصوات} other {# صوت}}'
  assert.deepEqual(detailsOf('ar', { [votes]: text }, used), [`“${text}” has no plural form for zero, many`])
  assert.deepEqual(detailsOf('ar', { [votes]: text.replace('one', 'zero {لا} many {# صوتًا} one') }, used), [])
  assert.deepEqual(detailsOf('de', { [votes]: '{count, plural, one {# Stimme} other {# Stimmen}}' }, used), [])
})
