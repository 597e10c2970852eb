import {
  PROFILE_FIELD_NAME_MAX,
  WIDGET_CUSTOM_STRING_MAX,
  WIDGET_DISPLAY_NAME_MAX,
  WIDGET_PRESENTATION_TYPES,
  WIDGET_SURFACES,
  WIDGET_VALUE_TYPES,
} from '@guildhall/protocol'
import {
  List,
  OneOf,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'

/** Limits of names and numbers of parts. They are not documented, and bound what a widget takes. */
const NAME_MAX = 100
const COMPONENTS_MAX = 20
const FIELDS_MAX = 20
/** Widgets on one profile. */
const PROFILE_WIDGETS_MAX = 20

/** The longest value is a static text; keys of statistics are shorter, which rules check. */
const VALUE_MAX = Math.max(WIDGET_CUSTOM_STRING_MAX, PROFILE_FIELD_NAME_MAX)

const value = {
  value_type: OneOf(...WIDGET_VALUE_TYPES),
  presentation_type: OneOf(...WIDGET_PRESENTATION_TYPES),
  value: Text(1, VALUE_MAX),
}

/** Field of a widget in a request. */
export const WidgetField = Type.Object({ ...value, fallback: OptionalNullable(Type.Object(value)) })
export type WidgetField = Static<typeof WidgetField>

const Component = Type.Object({
  fields: Type.Record(Type.String(), WidgetField, { maxProperties: FIELDS_MAX }),
})
const Surface = Type.Object({
  layout: Text(1, NAME_MAX),
  components: Type.Record(Type.String(), Component, { maxProperties: COMPONENTS_MAX }),
})

/** Surfaces of a request by name. */
export const Surfaces = Type.Record(Type.String(), Surface, { maxProperties: WIDGET_SURFACES.length })
export type Surfaces = Static<typeof Surfaces>

const DisplayName = Text(1, WIDGET_DISPLAY_NAME_MAX)

/** Body that creates a configuration. */
export const NewWidgetConfig = Type.Object({ display_name: DisplayName, surfaces: Optional(Surfaces) })
/** Body that changes a configuration; `surfaces` replaces all of them. */
export const WidgetConfigChanges = Type.Object({ display_name: Optional(DisplayName), surfaces: Optional(Surfaces) })

/** Path of the configurations of an application. */
export const WidgetConfigsParams = Type.Object({ application_id: SnowflakeId })
/** Path of a configuration. */
export const WidgetConfigParams = Type.Object({ application_id: SnowflakeId, config_id: SnowflakeId })

/** Body that replaces the widgets of a profile. */
export const ProfileWidgets = Type.Object({
  widgets: List(
    Type.Object({ data: Type.Object({ type: OneOf('application'), application_id: SnowflakeId }) }),
    0,
    PROFILE_WIDGETS_MAX,
  ),
})
