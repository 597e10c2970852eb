import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApplicationCommandObject } from '@guildhall/protocol'
import { type CommandIndex, searchCommands, textAfterName, typedCommands } from './usable-commands.ts'

const command = (name: string, more: object = {}) =>
  ({ id: name, application_id: '1', type: 1, name, description: `About ${name}`, ...more }) as ApplicationCommandObject
const index: CommandIndex = {
  applications: [{ id: '1', name: 'Ping', icon: null }],
  application_commands: [
    command('ping'),
    command('echo', { name_localized: 'nachsagen', options: [{ type: 3, name: 'text', description: 'd' }] }),
    command('tree', {
      options: [
        { type: 1, name: 'leaf', description: 'A leaf', options: [{ type: 5, name: 'green', description: 'd' }] },
        { type: 2, name: 'root', description: 'd', options: [{ type: 1, name: 'deep', description: 'A deep one' }] },
        { type: 2, name: 'empty', description: 'd', options: [] },
      ],
    }),
    command('Quote', { type: 3 }),
    command('play', { type: 4 }),
    command('orphan', { application_id: '2' }),
  ],
}
const all = typedCommands(index)
const found = (typed: string) => searchCommands(all, typed).map(({ name }) => name)

describe('commands that a person types', () => {
  test('subcommands are listed one by one, without commands of menus and unknown applications', () => {
    assert.deepEqual(all.map(({ name }) => name).sort(), ['nachsagen', 'ping', 'play', 'tree leaf', 'tree root deep'])
    const leaf = all.find(({ name }) => name === 'tree leaf')
    assert.equal(leaf?.description, 'A leaf')
    assert.deepEqual(
      leaf?.options.map(({ name }) => name),
      ['green'],
    )
  })

  test('a name is found by its beginning, in both languages, and by the parts of its path', () => {
    assert.deepEqual(found('p'), ['ping', 'play'])
    assert.deepEqual(found('PING'), ['ping'])
    assert.deepEqual(found('echo'), ['nachsagen'])
    assert.deepEqual(found('nach'), ['nachsagen'])
    assert.deepEqual(found('tree r'), ['tree root deep'])
    assert.deepEqual(found('deep'), ['tree root deep'])
    assert.deepEqual(found('usr/bin'), [])
    assert.equal(found('').length, 5)
  })

  test('text after a full name still finds its command, and is returned', () => {
    assert.deepEqual(found('echo hello there'), ['nachsagen'])
    const [echo] = searchCommands(all, 'echo')
    assert.ok(echo)
    assert.equal(textAfterName(echo, 'echo hello there '), 'hello there')
    assert.equal(textAfterName(echo, 'ech'), '')
    assert.deepEqual(found('pinging'), [])
  })
})
