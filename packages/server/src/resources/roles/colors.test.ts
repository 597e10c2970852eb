import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { colorsOf } from './colors.ts'

const ENHANCED = ['ENHANCED_ROLE_COLORS']
const three = (primary_color: number, secondary_color: number | null, tertiary_color: number | null) => ({
  primary_color,
  secondary_color,
  tertiary_color,
})
const plain = (color: number) => ({ color, colors: three(color, null, null) })
const holographic = three(11127295, 16759788, 16761760)

test('[ROL-2] [ROL-3] [ROL-4] [GLD-3] which colors a role may have', () => {
  const cases: [string, Parameters<typeof colorsOf>[0], string[], object | null][] = [
    ['none', {}, [], {}],
    ['the old field', { color: 255 }, [], plain(255)],
    ['the old field, reset', { color: null }, [], plain(0)],
    ['the new field', { colors: { primary_color: 7 } }, [], plain(7)],
    ['both: the new field wins', { color: 255, colors: { primary_color: 7 } }, [], plain(7)],
    ['a gradient without the feature', { colors: three(1, 2, null) }, [], null],
    ['a gradient with it', { colors: three(1, 2, null) }, ENHANCED, { color: 1, colors: three(1, 2, null) }],
    ['no gradient, without the feature', { colors: three(1, null, null) }, [], plain(1)],
    ['holographic', { colors: holographic }, ENHANCED, { color: 11127295, colors: holographic }],
    ['holographic without the feature', { colors: holographic }, [], null],
    ['three other colors', { colors: three(1, 16759788, 16761760) }, ENHANCED, null],
    ['a third without a second', { colors: three(11127295, null, 16761760) }, ENHANCED, null],
  ]
  for (const [name, request, features, expected] of cases) {
    if (expected) assert.deepEqual(colorsOf(request, features), expected, name)
    else {
      const refused = (error: unknown) => error instanceof ApiError && error.code === 50035
      assert.throws(() => colorsOf(request, features), refused, name)
    }
  }
})
