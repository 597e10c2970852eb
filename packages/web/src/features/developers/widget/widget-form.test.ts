import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REQUIRED_WIDGET_SURFACES, WIDGET_SURFACES } from '@guildhall/protocol'
import { SURFACE_FORMS, type Surfaces } from './surfaces.ts'
import { formOf, rendered, statisticsOf, surfacesOf } from './widget-form.ts'

const stored: Surfaces = {
  widget_top: {
    layout: 'own_layout',
    components: {
      title: {
        fields: {
          text: {
            value_type: 'data',
            presentation_type: 'text',
            value: 'rank_name',
            fallback: { value_type: 'custom_string', presentation_type: 'text', value: 'Unranked' },
          },
        },
      },
      badge: { fields: { image: { value_type: 'application_asset', presentation_type: 'image', value: 'star' } } },
    },
  },
  widget_bottom: { layout: 'widget_bottom_stats', components: {} },
  add_widget_preview: { layout: 'add_widget_preview_hero', components: {} },
}

test('the form has every surface, and requires those that publishing needs', () => {
  assert.deepEqual(
    SURFACE_FORMS.map(({ name }) => name),
    [...WIDGET_SURFACES],
  )
  assert.deepEqual(
    SURFACE_FORMS.filter(({ required }) => required).map(({ name }) => name),
    [...REQUIRED_WIDGET_SURFACES],
  )
})

test('surfacesOf returns what was stored, with parts that the portal does not know', () => {
  assert.deepEqual(surfacesOf(formOf(stored), stored), stored)
  const { widget_top, ...others } = surfacesOf(formOf({}), {})
  assert.deepEqual(widget_top, { layout: 'widget_top_hero', components: {} })
  assert.deepEqual(Object.keys(others), ['widget_bottom', 'add_widget_preview'])
})

test('surfacesOf adds an optional surface with its first field, and removes cleared fields', () => {
  const form = {
    ...formOf(stored),
    'mini_profile/stat/value': { kind: 'number', value: ' total_wins ', fallback: '' },
  } as const
  const surfaces = surfacesOf({ ...form, 'widget_top/title/text': { kind: 'none', value: 'x', fallback: '' } }, stored)
  assert.deepEqual(surfaces.mini_profile?.components.stat?.fields.value, {
    value_type: 'data',
    presentation_type: 'number',
    value: 'total_wins',
  })
  assert.deepEqual(Object.keys(surfaces.widget_top?.components ?? {}), ['badge'])
  assert.deepEqual(statisticsOf(form), [
    { key: 'rank_name', kind: 'text' },
    { key: 'total_wins', kind: 'number' },
  ])
})

test('rendered shows a sample, else the fallback, else nothing', () => {
  const rank = { kind: 'text', value: 'rank_name', fallback: 'Unranked' } as const
  assert.equal(rendered(rank, {})?.text, 'Gold II')
  assert.equal(rendered(rank, { rank_name: ' ' })?.text, 'Unranked')
  assert.equal(rendered({ ...rank, fallback: '' }, { rank_name: '' }), null)
  const played = { kind: 'duration', value: 'played', fallback: '' } as const
  assert.equal(rendered(played, { played: '3900000' })?.text, '1 h 5 min')
  assert.equal(rendered(played, { played: 'long' }), null)
  assert.deepEqual(rendered({ kind: 'asset', value: 'hero', fallback: '' }, {}), { kind: 'picture', text: 'hero' })
})
