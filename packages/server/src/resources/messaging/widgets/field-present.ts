import type { WidgetValue } from './model.ts'

/** Statistics of a player, as fields refer to them. */
export interface PlayerStatistics {
  readonly username: string | null
  readonly primary: Readonly<Record<string, unknown>>
  readonly dynamic: readonly { readonly name: string; readonly value: unknown }[]
}

/** Value of a rendered field; null without one. */
type Rendered = string | number | { url: string } | { asset_key: string } | null

/** Returns the value that a field shows for a player: its own, else its fallback, else null. */
export function renderField(
  field: WidgetValue & { readonly fallback?: WidgetValue },
  player: PlayerStatistics,
): { presentation_type: string; value: Rendered } {
  const { presentation_type } = field
  const own = shownValue(field, player)
  if (own !== null || !field.fallback) return { presentation_type, value: own }
  const value = shownValue(field.fallback, player)
  return { presentation_type: typeof value === 'string' ? 'text' : presentation_type, value }
}

function shownValue({ value_type, presentation_type, value }: WidgetValue, player: PlayerStatistics): Rendered {
  if (value_type === 'custom_string') return value
  if (value_type === 'application_asset') return { asset_key: value }
  const statistic = statisticOf(value, player)
  if (presentation_type === 'text') return typeof statistic === 'string' ? statistic : null
  if (presentation_type === 'image') return isMedia(statistic) ? { url: statistic.url } : null
  return typeof statistic === 'number' ? statistic : null
}

/** Returns a statistic by its key: a primary field, else a dynamic one, else the name of the player. */
function statisticOf(key: string, { username, primary, dynamic }: PlayerStatistics): unknown {
  if (Object.hasOwn(primary, key)) return primary[key]
  const field = dynamic.find(({ name }) => name === key)
  if (field) return field.value
  return key === 'username' ? username : undefined
}

function isMedia(value: unknown): value is { url: string } {
  return typeof value === 'object' && value !== null && typeof (value as { url?: unknown }).url === 'string'
}
