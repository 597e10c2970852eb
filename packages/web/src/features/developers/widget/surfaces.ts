import type { WidgetConfigObject } from '@guildhall/protocol'

/** Surfaces of a widget by name, as the server stores them. */
export type Surfaces = WidgetConfigObject['surfaces']
export type WidgetField = Surfaces[string]['components'][string]['fields'][string]

/** A field that the portal's layouts have: a text, a number, or a picture. */
export interface Slot {
  readonly component: string
  readonly field: string
  readonly label: string
  readonly kind: 'text' | 'picture'
}

/** A place in which a widget is shown, with the layout and the fields that the portal gives it. */
export interface SurfaceForm {
  readonly name: string
  readonly title: string
  readonly layout: string
  readonly hint: string
  readonly required: boolean
  readonly slots: readonly Slot[]
}

const text = (component: string, field: string, label: string): Slot => ({ component, field, label, kind: 'text' })
const picture = (component: string, field: string, label: string): Slot => ({
  component,
  field,
  label,
  kind: 'picture',
})
const stat = (component: string, label: string): Slot[] => [
  text(component, 'label', `${label} label`),
  text(component, 'value', `${label} value`),
]

export const SURFACE_FORMS: readonly SurfaceForm[] = [
  {
    name: 'widget_top',
    title: 'Top',
    layout: 'widget_top_hero',
    hint: 'The upper half of the widget on a profile.',
    required: true,
    slots: [picture('hero', 'image', 'Picture'), text('title', 'text', 'Title'), text('subtitle', 'text', 'Subtitle')],
  },
  {
    name: 'widget_bottom',
    title: 'Statistics',
    layout: 'widget_bottom_stats',
    hint: 'Up to four statistics below the picture.',
    required: true,
    slots: [1, 2, 3, 4].flatMap((number) => stat(`stat_${number}`, `Statistic ${number}`)),
  },
  {
    name: 'add_widget_preview',
    title: 'Preview before adding',
    layout: 'add_widget_preview_hero',
    hint: 'Shown to players who have not added the widget yet.',
    required: true,
    slots: [picture('hero', 'image', 'Picture'), text('title', 'text', 'Title')],
  },
  {
    name: 'mini_profile',
    title: 'Small profile',
    layout: 'mini_profile_stat',
    hint: 'One statistic in the small profile. Optional.',
    required: false,
    slots: stat('stat', 'Statistic'),
  },
  {
    name: 'activity_accessory',
    title: 'Activity',
    layout: 'activity_accessory_stat',
    hint: 'One statistic beside the activity of a player. Optional.',
    required: false,
    slots: stat('stat', 'Statistic'),
  },
]

/** Statistics that the platform defines; games may define more. */
export const STATISTICS = [
  'rank_name',
  'highest_rank',
  'season',
  'featured_played_character',
  'total_wins',
  'playtime_hours',
  'total_games',
  'total_kills',
  'total_assists',
  'total_deaths',
  'current_period_wins',
  'current_period_games',
  'current_period_kills',
  'current_period_assists',
  'current_period_deaths',
  'rank_image',
  'highest_rank_image',
  'featured_played_character_image',
] as const
