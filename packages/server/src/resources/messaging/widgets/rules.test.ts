import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, Faults, WIDGET_ASSET_KEY_MAX, WIDGET_CUSTOM_STRING_MAX } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import type { Surfaces, WidgetField } from './requests.ts'
import { demandPublishable, storedSurfaces } from './rules.ts'

const surfaces = (field: WidgetField, name = 'widget_top'): Surfaces => ({
  [name]: { layout: 'rows', components: { stats: { fields: { wins: field } } } },
})
const wins: WidgetField = { value_type: 'data', presentation_type: 'number', value: 'wins' }
const AT = 'surfaces.widget_top.components.stats.fields.wins'

function faultsOf(given: Surfaces): string[] {
  const faults = new Faults()
  storedSurfaces(given, faults)
  return faultsIn(faults)
}

test('storedSurfaces accepts statistics with a text in their place, and drops null fallbacks', () => {
  const fallback = { value_type: 'custom_string', presentation_type: 'text', value: 'none yet' } as const
  assert.deepEqual(faultsOf(surfaces({ ...wins, fallback })), [])
  const stored = storedSurfaces(surfaces({ ...wins, fallback: null }), new Faults())
  assert.deepEqual(stored.widget_top?.components.stats?.fields.wins, wins)
})

test('storedSurfaces names each fault by its path', () => {
  const text = { value_type: 'custom_string', presentation_type: 'text', value: 'hello' } as const
  const image = { value_type: 'application_asset', presentation_type: 'image', value: 'hero' } as const
  const cases: [WidgetField, string[]][] = [
    [{ ...wins, value_type: 'custom_string' }, [`${AT}.value_type BASE_TYPE_CHOICES`]],
    [{ ...text, value: 'x'.repeat(WIDGET_CUSTOM_STRING_MAX + 1) }, [`${AT}.value BASE_TYPE_MAX_LENGTH`]],
    [{ ...image, value: 'x'.repeat(WIDGET_ASSET_KEY_MAX + 1) }, [`${AT}.value BASE_TYPE_MAX_LENGTH`]],
    [{ ...image, value: '../hero' }, [`${AT}.value STRING_TYPE_REGEX`]],
    [{ ...text, fallback: text }, [`${AT}.fallback WIDGET_FALLBACK_INVALID`]],
    [{ ...wins, fallback: image }, [`${AT}.fallback.value_type BASE_TYPE_CHOICES`]],
  ]
  for (const [field, faults] of cases) assert.deepEqual(faultsOf(surfaces(field)), faults)
  assert.deepEqual(faultsOf(surfaces(wins, 'nowhere')), ['surfaces.nowhere BASE_TYPE_CHOICES'])
})

test('storedSurfaces refuses names of parts over 100 characters, and surfaces over 64 KiB', () => {
  const named = { widget_top: { layout: 'rows', components: { ['x'.repeat(101)]: { fields: {} } } } }
  assert.equal(faultsOf(named).length, 1)
  const fields = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, wins]))
  assert.deepEqual(faultsOf({ widget_top: { layout: 'rows', components: { stats: { fields } } } }), [
    'surfaces BASE_TYPE_MAX_LENGTH',
  ])
})

test('[STA-1] demandPublishable needs three surfaces', () => {
  const surface = { layout: 'rows', components: {} }
  const whole = { widget_top: surface, widget_bottom: surface, add_widget_preview: surface }
  demandPublishable(whole)
  const { widget_bottom: _, ...without } = whole
  assert.throws(() => demandPublishable(without), ApiError)
})
