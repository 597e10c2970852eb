import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStaticFile, isStaticProgram, pathOfCommand } from './static-program.ts'

/** Returns the start of a program with these types of program headers. */
function program(...types: number[]): Buffer {
  const head = Buffer.alloc(64 + types.length * 56)
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  head.writeBigUInt64LE(64n, 32)
  head.writeUInt16LE(56, 54)
  head.writeUInt16LE(types.length, 56)
  for (const [index, type] of types.entries()) head.writeUInt32LE(type, 64 + index * 56)
  return head
}

/** Types of program headers: loaded bytes, dynamic section, dynamic linker. */
const [LOAD, DYNAMIC, INTERP] = [1, 2, 3] as const

test('a program is static if it names no dynamic linker', () => {
  assert.ok(isStaticProgram(program(LOAD, LOAD)))
  assert.ok(isStaticProgram(program(LOAD, DYNAMIC)))
  assert.ok(!isStaticProgram(program(LOAD, INTERP, DYNAMIC)))
})

test('scripts, cut files and texts are no static programs', () => {
  for (const head of [Buffer.from('#!/bin/sh\n'), Buffer.alloc(0), program(LOAD, LOAD).subarray(0, 70), program()])
    assert.ok(!isStaticProgram(head))
})

const skip = process.platform !== 'linux' && 'it needs Linux'
test('a command is found as a shell finds it', { skip }, async () => {
  assert.equal(await pathOfCommand('sh', { PATH: '/nowhere:/bin' }), '/bin/sh')
  assert.equal(await pathOfCommand('/bin/sh', {}), '/bin/sh')
  assert.equal(await pathOfCommand('guildhall-no-such-command', { PATH: '/bin' }), null)
  assert.equal(await isStaticFile('/nowhere'), false)
})
