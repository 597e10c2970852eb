import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderField } from './field-present.ts'

const player = {
  username: 'ann of chess',
  primary: { rank_name: 'Gold', total_wins: 57, rank_image: { url: 'https://example.com/gold.png' } },
  dynamic: [
    { name: 'Opening', value: 'Sicilian' },
    { name: 'total_wins', value: 1 },
    { name: 'played', value: 23_400_000 },
  ],
}
const field = (value_type: string, presentation_type: string, value: string) => ({
  value_type,
  presentation_type,
  value,
})

test('[STA-1] a field shows a statistic in its presentation, else its fallback, else nothing', () => {
  const unranked = { fallback: field('custom_string', 'text', 'Unranked') }
  const badge = { fallback: field('application_asset', 'image', 'badge') }
  const cases = [
    { given: field('data', 'text', 'rank_name'), type: 'text', value: 'Gold' },
    { given: field('data', 'number', 'total_wins'), type: 'number', value: 57 },
    { given: field('data', 'text', 'total_wins'), type: 'text', value: null },
    { given: field('data', 'number', 'rank_name'), type: 'number', value: null },
    { given: field('data', 'duration', 'played'), type: 'duration', value: 23_400_000 },
    { given: field('data', 'text', 'Opening'), type: 'text', value: 'Sicilian' },
    { given: field('data', 'image', 'rank_image'), type: 'image', value: { url: 'https://example.com/gold.png' } },
    { given: field('data', 'image', 'rank_name'), type: 'image', value: null },
    { given: field('data', 'text', 'username'), type: 'text', value: 'ann of chess' },
    { given: field('data', 'text', 'toString'), type: 'text', value: null },
    { given: field('custom_string', 'text', 'Wins'), type: 'text', value: 'Wins' },
    { given: field('application_asset', 'image', 'hero'), type: 'image', value: { asset_key: 'hero' } },
    { given: { ...field('data', 'text', 'rank_name'), ...unranked }, type: 'text', value: 'Gold' },
    { given: { ...field('data', 'text', 'season'), ...unranked }, type: 'text', value: 'Unranked' },
    { given: { ...field('data', 'number', 'total_kills'), ...unranked }, type: 'text', value: 'Unranked' },
    { given: { ...field('data', 'image', 'hero'), ...badge }, type: 'image', value: { asset_key: 'badge' } },
  ]
  for (const { given, type, value } of cases)
    assert.deepEqual(renderField(given, player), { presentation_type: type, value }, JSON.stringify(given))
})
