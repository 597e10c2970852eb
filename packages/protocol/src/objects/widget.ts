import { type Static, Type } from 'typebox'
import { Id, mapOf, nullable, optional, Text, Time } from './wire.ts'

const value = { value_type: Text, presentation_type: Text, value: Text }
const WidgetFieldObject = Type.Object({ ...value, fallback: optional(Type.Object(value)) })

/** Configuration of a widget, for the owner of the game. */
export const WidgetConfigObject = Type.Object(
  {
    id: Id,
    config_id: Id,
    application_id: Id,
    display_name: Text,
    status: Type.Union([Type.Literal('draft'), Type.Literal('published')]),
    surfaces: mapOf(
      Type.Object({ layout: Text, components: mapOf(Type.Object({ fields: mapOf(WidgetFieldObject) })) }),
    ),
    published_at: nullable(Time),
    updated_at: Time,
  },
  { title: 'WidgetConfig' },
)
export type WidgetConfigObject = Static<typeof WidgetConfigObject>

const RenderedFieldObject = Type.Object({
  presentation_type: Text,
  /** Null without a value: the client leaves the field empty. */
  value: nullable(Type.Union([Text, Type.Number(), Type.Object({ url: Text }), Type.Object({ asset_key: Text })])),
})

/** Widget on the profile of a user, with the statistics of that user. */
export const ProfileWidgetObject = Type.Object(
  {
    id: Id,
    updated_at: Time,
    data: Type.Object({ type: Type.Literal('application'), application_id: Id }),
    application: Type.Object({ id: Id, name: Text, icon: nullable(Text) }),
    config_id: Id,
    display_name: Text,
    surfaces: mapOf(
      Type.Object({ layout: Text, components: mapOf(Type.Object({ fields: mapOf(RenderedFieldObject) })) }),
    ),
  },
  { title: 'ProfileWidget' },
)
export type ProfileWidgetObject = Static<typeof ProfileWidgetObject>
