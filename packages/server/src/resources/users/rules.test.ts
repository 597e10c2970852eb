import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayHaveName } from './rules.ts'

test('mayHaveName() restricts persons to narrow names and reserves names for both', () => {
  const cases = [
    ['ann', 'ok', 'ok'],
    ['ann.b_2', 'ok', 'ok'],
    ['Ann', 'refused', 'ok'],
    ['ann b', 'refused', 'ok'],
    ['ann..b', 'refused', 'ok'],
    ['Größe', 'refused', 'ok'],
    [' ann', 'refused', 'refused'],
    ['ann ', 'refused', 'refused'],
    ['a@b', 'refused', 'refused'],
    ['a#b', 'refused', 'refused'],
    ['a:b', 'refused', 'refused'],
    ['a```b', 'refused', 'refused'],
    ['everyone', 'refused', 'refused'],
    ['Here', 'refused', 'refused'],
    ['hereabouts', 'ok', 'ok'],
    ['xDiscordx', 'refused', 'refused'],
  ] as const
  for (const [name, person, bot] of cases) {
    assert.equal(mayHaveName(name, { bot: false }).ok ? 'ok' : 'refused', person, `a person as ${name}`)
    assert.equal(mayHaveName(name, { bot: true }).ok ? 'ok' : 'refused', bot, `a bot as ${name}`)
  }
})
