import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedChanges, instant, Permission } from '@guildhall/protocol'
import { mayChangeExpression, mayCreateExpression } from './expressions.ts'

const { CREATE_GUILD_EXPRESSIONS: create, MANAGE_GUILD_EXPRESSIONS: manage } = Permission

test('[PRM-1] [PRM-2] [PRM-3] [PRM-4] [VER-5] mayCreateExpression() accepts MANAGE_GUILD_EXPRESSIONS until its end date', () => {
  assert.equal(create, 8796093022208n)
  const cases = [
    ['2026-02-22T23:59:59Z', create, 'ok'],
    ['2026-02-22T23:59:59Z', manage, 'ok'],
    ['2026-02-22T23:59:59Z', 0n, 'MISSING_PERMISSIONS'],
    ['2026-02-23T00:00:00Z', create, 'ok'],
    ['2026-02-23T00:00:00Z', manage, 'MISSING_PERMISSIONS'],
    ['2026-02-23T00:00:00Z', create | manage, 'ok'],
    ['2026-02-23T00:00:00Z', 0n, 'MISSING_PERMISSIONS'],
  ] as const
  for (const [date, permissions, expected] of cases) {
    const verdict = mayCreateExpression(permissions, instant(date), datedChanges())
    assert.equal(verdict.ok ? 'ok' : verdict.error, expected, `${date} with ${permissions}`)
  }
})

test('[PRM-4] mayChangeExpression() accepts MANAGE_GUILD_EXPRESSIONS, or CREATE_GUILD_EXPRESSIONS for the creator', () => {
  for (const [permissions, own, expected] of [
    [manage, false, true],
    [manage, true, true],
    [create, true, true],
    [create, false, false],
    [0n, true, false],
  ] as const) {
    assert.equal(mayChangeExpression(permissions, own).ok, expected, `${permissions} ${own}`)
  }
})
