/** Places where a widget is rendered. [STA-1] */
export const WIDGET_SURFACES = [
  'widget_top',
  'widget_bottom',
  'add_widget_preview',
  'mini_profile',
  'activity_accessory',
] as const

/** Surfaces that a widget needs before it is published. [STA-1] */
export const REQUIRED_WIDGET_SURFACES = ['widget_top', 'widget_bottom', 'add_widget_preview'] as const

/** Sources of the value of a field: statistics of the player, a text of the game, an image of the game. */
export const WIDGET_VALUE_TYPES = ['data', 'custom_string', 'application_asset'] as const

/** Forms of a value. A duration is in milliseconds. */
export const WIDGET_PRESENTATION_TYPES = ['text', 'number', 'duration', 'image'] as const

/** Type of a dynamic field of a profile. [STA-6] */
export const ProfileFieldType = { STRING: 1, NUMBER: 2, MEDIA: 3 } as const
