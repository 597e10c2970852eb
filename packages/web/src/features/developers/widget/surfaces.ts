import type { WidgetConfigObject } from '@guildhall/protocol'
import { type Message, msg, t } from '../../../lib/language/text.ts'

/** Surfaces of a widget by name, as the server stores them. */
export type Surfaces = WidgetConfigObject['surfaces']
export type WidgetField = Surfaces[string]['components'][string]['fields'][string]

/** A field that the portal's layouts have: a text, a number, or a picture. */
export interface Slot {
  readonly component: string
  readonly field: string
  readonly label: Message
  /** Number in the label, among several of a kind. */
  readonly number?: number
  readonly kind: 'text' | 'picture'
}

/** A place in which a widget is shown, with the layout and the fields that the portal gives it. */
export interface SurfaceForm {
  readonly name: string
  readonly title: Message
  readonly layout: string
  readonly hint: Message
  readonly required: boolean
  readonly slots: readonly Slot[]
}

const text = (component: string, field: string, label: Message): Slot => ({ component, field, label, kind: 'text' })
const picture = (component: string, field: string, label: Message): Slot => ({
  component,
  field,
  label,
  kind: 'picture',
})
const stat: readonly Slot[] = [
  text('stat', 'label', msg('Statistic label')),
  text('stat', 'value', msg('Statistic value')),
]
const numberedStat = (number: number): Slot[] => [
  { ...text(`stat_${number}`, 'label', msg('Statistic {number} label')), number },
  { ...text(`stat_${number}`, 'value', msg('Statistic {number} value')), number },
]

/** Returns the label of a field. */
export function slotLabel({ label, number }: Slot): string {
  return number === undefined ? t(label) : t(label, { number })
}

export const SURFACE_FORMS: readonly SurfaceForm[] = [
  {
    name: 'widget_top',
    title: msg('Top'),
    layout: 'widget_top_hero',
    hint: msg('The upper half of the widget on a profile.'),
    required: true,
    slots: [
      picture('hero', 'image', msg('Picture')),
      text('title', 'text', msg('Title')),
      text('subtitle', 'text', msg('Subtitle')),
    ],
  },
  {
    name: 'widget_bottom',
    title: msg('Statistics'),
    layout: 'widget_bottom_stats',
    hint: msg('Up to four statistics below the picture.'),
    required: true,
    slots: [1, 2, 3, 4].flatMap(numberedStat),
  },
  {
    name: 'add_widget_preview',
    title: msg('Preview before adding'),
    layout: 'add_widget_preview_hero',
    hint: msg('Shown to players who have not added the widget yet.'),
    required: true,
    slots: [picture('hero', 'image', msg('Picture')), text('title', 'text', msg('Title'))],
  },
  {
    name: 'mini_profile',
    title: msg('Small profile'),
    layout: 'mini_profile_stat',
    hint: msg('One statistic in the small profile. Optional.'),
    required: false,
    slots: stat,
  },
  {
    name: 'activity_accessory',
    title: msg('Activity'),
    layout: 'activity_accessory_stat',
    hint: msg('One statistic beside the activity of a player. Optional.'),
    required: false,
    slots: stat,
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
