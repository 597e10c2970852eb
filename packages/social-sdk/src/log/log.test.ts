import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackQueue, RunCallbacks } from '../callbacks/queue.ts'
import { LoggingSeverity } from '../enums/index.ts'
import { Log } from './log.ts'
import type { LogFile } from './log-file.ts'

/** A file on a disk that is full after some lines. */
function fileOf(lines: number): LogFile & { readonly written: string[]; isClosed: boolean } {
  const written: string[] = []
  return {
    written,
    isClosed: false,
    write(line) {
      if (written.length === lines) throw new Error('ENOSPC: no space left on device, write')
      written.push(line)
    },
    close() {
      this.isClosed = true
    },
  }
}

test('a disk that is full ends the file of a log, and handlers hear of it', () => {
  const file = fileOf(1)
  const log = new Log(new CallbackQueue(), () => file)
  const heard: string[] = []
  log.add((message) => heard.push(message), LoggingSeverity.Warning)
  assert.equal(log.useFolder('/logs', 'discord.log', LoggingSeverity.Info), true)
  for (const line of ['one', 'two', 'three']) log.info(line)
  RunCallbacks()
  assert.match(file.written.join(), /^\S+ Info one\n$/)
  assert.equal(file.isClosed, true)
  assert.deepEqual(heard, ['the file of the log has ended: Error: ENOSPC: no space left on device, write'])
})
