import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ComingGuilds } from './coming-guilds.ts'

test('commands wait for their guilds, and none overtakes an earlier one', async () => {
  const coming = new ComingGuilds()
  coming.expect([1n, 2n])
  const done: string[] = []
  const command = (name: string, guildId: bigint) => coming.whenArrived(guildId).then(() => void done.push(name))
  const all = [command('first', 2n), command('second', 1n), command('third', 9n)]
  coming.arrived(1n)
  await new Promise(setImmediate)
  assert.deepEqual(done, [])
  coming.arrived(2n)
  await Promise.all(all)
  assert.deepEqual(done, ['first', 'second', 'third'])
})

test('the end of a session ends all waits, and later commands wait for nothing', async () => {
  const coming = new ComingGuilds()
  coming.expect([1n, 2n])
  const waiting = [coming.whenArrived(1n), coming.whenArrived(2n)]
  coming.end()
  await Promise.all([...waiting, coming.whenArrived(1n)])
})
