import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { requestedColors } from './color-rules.ts'

const ENHANCED = ['ENHANCED_ROLE_COLORS']
const three = (primary_color: number, secondary_color: number | null, tertiary_color: number | null) => ({
  primary_color,
  secondary_color,
  tertiary_color,
})
const plain = (color: number) => ({ color, colors: three(color, null, null) })
const holographic = three(11127295, 16759788, 16761760)

test('[ROL-2] [ROL-3] [ROL-4] [GLD-3] requestedColors accepts gradients by feature and prefers `colors`', () => {
  const cases: [string, Parameters<typeof requestedColors>[0], string[], object | null][] = [
    ['no color', {}, [], {}],
    ['`color`', { color: 255 }, [], plain(255)],
    ['`color` null', { color: null }, [], plain(0)],
    ['`colors`', { colors: { primary_color: 7 } }, [], plain(7)],
    ['both fields', { color: 255, colors: { primary_color: 7 } }, [], plain(7)],
    ['a gradient without the feature', { colors: three(1, 2, null) }, [], null],
    ['a gradient with the feature', { colors: three(1, 2, null) }, ENHANCED, { color: 1, colors: three(1, 2, null) }],
    ['one color of `colors`, without the feature', { colors: three(1, null, null) }, [], plain(1)],
    ['holographic', { colors: holographic }, ENHANCED, { color: 11127295, colors: holographic }],
    ['holographic without the feature', { colors: holographic }, [], null],
    ['three other colors', { colors: three(1, 16759788, 16761760) }, ENHANCED, null],
    ['a third color without a second', { colors: three(11127295, null, 16761760) }, ENHANCED, null],
  ]
  for (const [name, request, features, expected] of cases) {
    if (expected) assert.deepEqual(requestedColors(request, features), expected, name)
    else {
      const refused = (error: unknown) => error instanceof ApiError && error.code === 50035
      assert.throws(() => requestedColors(request, features), refused, name)
    }
  }
})
