import type { WidgetConfigObject } from '@guildhall/protocol'
import type { ProfileWidgetTable, WidgetConfigTable } from '../../../kernel/store/game-tables.ts'

/** Surfaces of a widget by name. */
export type WidgetSurfaces = WidgetConfigObject['surfaces']

/** Value of a field, or the value that replaces it. */
export type WidgetValue = Pick<
  WidgetSurfaces[string]['components'][string]['fields'][string],
  'value_type' | 'presentation_type' | 'value'
>

/** Configuration of a widget of a game. */
export type WidgetConfig = Readonly<Omit<WidgetConfigTable, 'data'>> & {
  readonly display_name: string
  readonly surfaces: WidgetSurfaces
}

/** A widget that a user added to their profile. */
export type ProfileWidget = Readonly<ProfileWidgetTable>
