import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterFailure, OutsideTasks, TasksFirst } from './outside-tasks.ts'

/** Runs a unit of work as `units.write` does, without a store. */
async function write<T>(run: (outside: OutsideTasks) => T): Promise<T> {
  const outside = new OutsideTasks()
  const once = async () => {
    outside.begin()
    const result = run(outside)
    if (outside.areWanted) throw new TasksFirst()
    return result
  }
  return once().catch((error: unknown) => afterFailure(error, once, outside))
}

test('a unit of work is repeated with the results of its tasks, each of which runs once', async () => {
  const done: string[] = []
  const task = (name: string) => () => ({ run: async () => done.push(name), undo: () => void done.push(`no ${name}`) })
  const runs: (number | undefined)[][] = []
  await write((outside) => {
    const first = outside.take('a', task('a'))?.result
    runs.push([first, outside.take('b', task('b'))?.result])
    if (first !== undefined) outside.take('c', task('c'))
  })
  assert.deepEqual(runs.at(0), [undefined, undefined])
  assert.equal(runs.length, 3)
  assert.deepEqual(done, ['a', 'b', 'c'])
})

test('tasks are taken back when the unit of work fails, or commits without their results', async () => {
  const undone: unknown[] = []
  const task = (name: string) => () => ({ run: async () => name, undo: (result?: string) => void undone.push(result) })
  const failing = write((outside) => {
    if (outside.take('a', task('a'))) throw new Error('refused')
  })
  await assert.rejects(failing, /refused/)
  let runs = 0
  await write((outside) => {
    runs += 1
    outside.take(runs === 1 ? 'b' : 'c', task(runs === 1 ? 'b' : 'c'))
  })
  assert.deepEqual(undone, ['a', 'b'])
})

test('a failed task fails the unit of work, and one that names tasks for ever is refused', async () => {
  const fails = () => ({ run: () => Promise.reject(new Error('away')) })
  await assert.rejects(
    write((outside) => void outside.take('a', fails)),
    /away/,
  )
  let count = 0
  const endless = write((outside) => {
    count += 1
    outside.take(String(count), () => ({ run: async () => undefined }))
  })
  await assert.rejects(endless, { errorName: 'OVERLOADED' })
})
