import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoleObject } from '@guildhall/protocol'
import { coloursOf, hexOf, numberOf } from './role-colours.ts'

const role = (id: string, position: number, primary_color: number, secondary_color: number | null = null) =>
  ({ id, position, colors: { primary_color, secondary_color, tertiary_color: null } }) as RoleObject
const roles = new Map([role('1', 1, 0xff), role('2', 2, 0, 0xaa), role('3', 3, 0)].map((entry) => [entry.id, entry]))

test('coloursOf takes the highest role with a colour', () => {
  assert.equal(coloursOf(roles, { roles: ['1', '3'] })?.primary_color, 0xff)
  assert.equal(coloursOf(roles, { roles: ['1', '2'] })?.secondary_color, 0xaa)
  assert.equal(coloursOf(roles, { roles: ['3', 'unknown'] }), null)
  assert.equal(coloursOf(undefined, undefined), null)
})

test('hexOf and numberOf are inverse', () => {
  assert.equal(hexOf(0xab), '#0000ab')
  assert.equal(numberOf(hexOf(0x12ab34)), 0x12ab34)
})
